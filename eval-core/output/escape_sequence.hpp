#pragma once

#include "output/terminal_line.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace evald {

/// Swallows terminal escape sequences, also those cut over pieces. One for each stream; idle between sequences.
///
/// Known forms: ESC with or without intermediates and a final byte; CSI (`ESC [` or U+009B); the strings OSC, DCS, APC,
/// PM and SOS (`ESC ]`, `P`, `_`, `^`, `X` or their C1 forms) up to ST, and OSC up to BEL. What is unfinished can't
/// swallow for ever: a sequence ends at the first byte that can't belong to it (a control, a character beyond ASCII)
/// and after 256 bytes; a string at a newline, ESC, CAN or SUB and after 1 MiB (inline images are strings too).
class EscapeSequence {
public:
    static constexpr std::size_t k_max_bytes = 256;
    static constexpr std::size_t k_max_string_bytes = 1U << 20U;

    [[nodiscard]] bool is_active() const { return state_ != State::idle; }
    /// Starts at an ESC.
    void begin_escape() { enter(State::escape); }
    /// Starts at a C1 control, U+0080 to U+009F; most of them are no sequence and stay without effect.
    void begin_c1(char32_t control);
    void reset() { state_ = State::idle; }

    /// Swallows from the start of `text` what belongs to the sequence, and returns how many bytes that was. The
    /// sequence is over when is_active() is false; `erase` is set then if it was an erase-in-line.
    std::size_t consume(std::string_view text, std::optional<TerminalLine::Erase>& erase);

private:
    enum class State : std::uint8_t { idle, escape, escape_intermediate, csi, osc, string };

    void enter(State state);
    std::size_t consume_string(std::string_view text);
    void take_escape_byte(char byte);
    void take_csi_byte(char byte, std::optional<TerminalLine::Erase>& erase);

    State state_ = State::idle;
    std::size_t swallowed_ = 0;
    // Of a CSI sequence: its parameters as long as they are one digit at most, which is all that erase-in-line has.
    std::size_t parameter_bytes_ = 0;
    char parameter_ = '0';
};

}  // namespace evald
