#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace evald::js {

/// The texts of what was evaluated, so that functions can tell theirs. The latest ones, within a limit.
class SourceTexts {
public:
    /// The number that the next text will be kept under.
    std::uint32_t next_number() const { return first_ + static_cast<std::uint32_t>(texts_.size()); }

    void keep(std::string_view text);
    /// Part of a kept text; empty if it is gone.
    std::string_view part(std::uint32_t number, std::size_t begin, std::size_t end) const;

private:
    static constexpr std::size_t k_most_bytes = 8 << 20;

    std::deque<std::string> texts_;
    std::uint32_t first_ = 1;
    std::size_t bytes_ = 0;
};

}  // namespace evald::js
