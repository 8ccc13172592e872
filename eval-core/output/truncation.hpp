#pragma once

#include "output/tail_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evald {

/// Bounds of a run's text (output.* of the configuration). A text is cut when it exceeds head and tail together, in
/// bytes or in lines.
struct RunTextLimits {
    std::uint64_t head_bytes = 20ULL << 10U;
    std::uint64_t tail_bytes = 30ULL << 10U;
    std::uint64_t head_lines = 1'200;
    std::uint64_t tail_lines = 1'800;
};

struct TruncatedPart {
    std::uint64_t lines = 0;
    std::uint64_t bytes = 0;
};

/// Present when the text was cut: what details.meta.truncation says. A part of a line counts as a line.
struct Truncation {
    bool by_bytes = true;  ///< the limit that was passed first; else lines
    std::uint64_t total_lines = 0, total_bytes = 0;
    std::uint64_t output_lines = 0, output_bytes = 0;  ///< of what is kept, the marker not counted
    TruncatedPart head, tail;
};

/// The first part of a text too long to be kept whole, of which `text` is at least the beginning: at most `bytes` and
/// `lines`, whole lines unless that would give up more than half (a very long line), never inside a character.
std::size_t head_cut(std::string_view text, std::uint64_t bytes, std::uint64_t lines);
/// Where in `text`, the end of such a text, the last part starts, by the same rules.
std::size_t tail_cut(std::string_view text, std::uint64_t bytes, std::uint64_t lines);

/// A text that comes in pieces, kept whole while it fits its limits and as its head and tail from then on.
///
/// Memory: head and tail limits together, twice; an append costs time in proportion to the piece.
class TextWindow {
public:
    explicit TextWindow(const RunTextLimits& limits);

    /// Whether the text would still be kept whole with `more` behind it.
    [[nodiscard]] bool fits(std::string_view more) const;
    void append(std::string_view text);

    /// All of it; only its head once is_cut().
    [[nodiscard]] std::string_view beginning() const { return beginning_; }
    [[nodiscard]] bool is_cut() const { return cut_.has_value(); }
    [[nodiscard]] std::uint64_t total_bytes() const { return total_bytes_; }

    /// Empty while the text is whole.
    [[nodiscard]] std::optional<Truncation> truncation() const;
    /// The text to show: whole, or head, marker line and tail. `full_output` (may be empty) is named in the marker.
    [[nodiscard]] std::string text(std::string_view full_output) const;
    /// About `bytes` of it: whole, or head, short marker and tail.
    [[nodiscard]] std::string excerpt(std::size_t bytes) const;

private:
    struct Cut {
        bool by_bytes;
        TailBuffer tail;
    };

    void cut(std::string_view text);
    [[nodiscard]] std::string_view tail() const;

    RunTextLimits limits_;
    std::string beginning_;
    std::optional<Cut> cut_;
    std::uint64_t total_bytes_ = 0;
    std::uint64_t newlines_ = 0;
    bool ends_in_line_ = false;  // the last byte is not a newline
};

}  // namespace evald
