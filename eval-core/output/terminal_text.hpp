#pragma once

#include "kernel/language.hpp"
#include "output/escape_sequence.hpp"
#include "output/terminal_line.hpp"

#include <array>
#include <string_view>

namespace evald {

/// Turns what programs print into what a reader of a terminal would see in the end, as it comes.
///
/// Escape sequences are taken out (EscapeSequence), carriage return and backspace overwrite, erase-in-line erases
/// (TerminalLine), controls but tab and newline go, DEL and C1 too. Both streams write on the same line, each with an
/// escape state of its own. Text goes to the sink line by line, in large pieces where there is nothing to clean. Pieces
/// must be valid UTF-8, that is, not cut inside a character; how they are cut else makes no difference.
class TerminalText {
public:
    explicit TerminalText(TextSink sink) : sink_(sink), line_(std::move(sink)) {}

    void append(OutputStream stream, std::string_view text);
    /// Text that stands on lines of its own: starts a new one if need be, and ends with a newline. None if empty.
    void append_block(std::string_view text);
    /// Output is over for now: the open line goes to the sink as it is, unfinished sequences are forgotten.
    void end();

private:
    void append_with(EscapeSequence& sequence, std::string_view text);
    void write(std::string_view text);
    std::size_t take_control(EscapeSequence& sequence, std::string_view text);
    void end_line();

    TextSink sink_;
    TerminalLine line_;
    std::array<EscapeSequence, 2> sequences_;
};

}  // namespace evald
