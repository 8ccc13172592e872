#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace evald {

/// Keeps the last `capacity` bytes of what is appended, in one piece. Holds at most twice as many; appending costs time
/// in proportion to what is appended.
class TailBuffer {
public:
    explicit TailBuffer(std::size_t capacity) : capacity_(capacity) {}

    void append(std::string_view text) {
        if (text.size() >= capacity_) {
            bytes_.assign(text.substr(text.size() - capacity_));
            return;
        }
        bytes_ += text;
        if (bytes_.size() >= 2 * capacity_) bytes_.erase(0, bytes_.size() - capacity_);
    }

    [[nodiscard]] std::string_view view() const {
        const std::string_view all = bytes_;
        return all.size() > capacity_ ? all.substr(all.size() - capacity_) : all;
    }

private:
    std::size_t capacity_;
    std::string bytes_;
};

}  // namespace evald
