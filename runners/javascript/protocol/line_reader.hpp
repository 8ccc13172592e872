#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace evald::js {

/// Cuts a byte stream into lines. Feed it what was read, then take lines until there are none. A line longer than the
/// limit is dropped as a whole, and counted, so that memory stays bounded whatever arrives.
class LineReader {
public:
    explicit LineReader(std::size_t max_line) : max_line_(max_line) {}

    void feed(std::string_view bytes);

    /// The next line without its end; valid until the next call of feed().
    std::optional<std::string_view> next();

    std::size_t dropped_lines() const { return dropped_; }

private:
    std::size_t max_line_;
    std::string buffer_;
    std::size_t begin_ = 0;    ///< start of the first line not yet taken
    std::size_t scanned_ = 0;  ///< no line end before here
    bool skipping_ = false;    ///< inside a line that was too long
    std::size_t dropped_ = 0;
};

}  // namespace evald::js
