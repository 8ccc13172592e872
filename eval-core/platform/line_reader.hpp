#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace evald {

/// Cuts a byte stream into lines without copying them.
///
/// The caller reads into prepare()'s space, says commit(n), and takes lines with next() until there is none. A line
/// longer than `max_line` bytes is skipped up to its newline and counted; memory never exceeds max_line plus one chunk,
/// and falls back to one chunk when a long line is over. Pure: no I/O, no clock.
class LineReader {
public:
    /// At least this many bytes can be read at once.
    static constexpr std::size_t k_chunk = std::size_t{64} << 10U;
    /// This many bytes behind a line may be read (their content says nothing), as simdjson does.
    static constexpr std::size_t k_padding = 64;

    explicit LineReader(std::size_t max_line);

    /// Space for the next read, k_chunk bytes or more. Ends the life of lines that next() gave.
    std::span<char> prepare();
    void commit(std::size_t bytes);
    /// The next whole line without its "\n" (or "\r\n"); valid until prepare().
    std::optional<std::string_view> next();
    [[nodiscard]] std::uint64_t overlong_lines() const { return overlong_lines_; }

private:
    void move_to(std::size_t capacity);

    std::size_t max_line_;
    std::size_t capacity_ = 0;
    std::unique_ptr<char[]> buffer_;
    std::size_t begin_ = 0;    ///< of the first line not yet taken
    std::size_t scanned_ = 0;  ///< no newline in [begin_, scanned_)
    std::size_t end_ = 0;
    bool is_skipping_ = false;
    std::uint64_t overlong_lines_ = 0;
};

}  // namespace evald
