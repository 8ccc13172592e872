#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evald {

/// Receives text as it becomes final.
using TextSink = std::function<void(std::string_view)>;

/// The line that a terminal's cursor is on: text is written at the cursor, which carriage return and backspace move.
///
/// A column is a code point. At most 64 KiB are held: when a character at the line's end would make it longer, what is
/// there is settled (goes to the sink, can't be overwritten any more) and column 0 is behind it. So memory is bounded;
/// the work is linear in what comes in. Input is valid UTF-8; how it is cut into pieces makes no difference.
class TerminalLine {
public:
    static constexpr std::size_t k_max_bytes = 64U << 10U;

    enum class Erase : std::uint8_t { to_end, to_start, all };

    explicit TerminalLine(TextSink sink) : sink_(std::move(sink)) {}

    /// Text without controls.
    void write(std::string_view text);
    void carriage_return();
    void backspace();
    /// Erased columns show as spaces where text follows them, and not at all at the line's end.
    void erase(Erase what);
    /// The line is over: what is on it goes to the sink (no newline is added). The next one is empty.
    void end();

    /// True when something would show if the line ended now, or has been settled before.
    [[nodiscard]] bool has_content() const;
    /// True when what comes next goes behind what is there.
    [[nodiscard]] bool is_at_end() const { return !overwriting_ && !returned_; }

private:
    static constexpr char32_t k_erased = 0;

    void append(std::string_view text);
    void start_overwriting(std::size_t cursor);
    std::size_t overwrite(std::string_view text);
    void settle();

    TextSink sink_;
    bool continued_ = false;  // a first part of the line has been settled
    // As long as text only came at the end, the line is `text_`, and `returned_` says that the cursor is at its start.
    std::string text_;
    bool returned_ = false;
    // After that it is `cells_` with the cursor at most at their end; the first `erased_` of them are k_erased.
    bool overwriting_ = false;
    std::vector<char32_t> cells_;
    std::size_t cells_bytes_ = 0;
    std::size_t cursor_ = 0;
    std::size_t erased_ = 0;
};

}  // namespace evald
