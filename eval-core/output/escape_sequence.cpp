#include "output/escape_sequence.hpp"

#include "base/utf8.hpp"

namespace evald {
namespace {

constexpr bool is_between(char byte, char low, char high) { return byte >= low && byte <= high; }

}  // namespace

void EscapeSequence::enter(State state) {
    if (state != State::escape_intermediate) swallowed_ = 0;
    state_ = state;
    parameter_bytes_ = 0;
    parameter_ = '0';
}

void EscapeSequence::begin_c1(char32_t control) {
    switch (control) {
        case 0x9B: return enter(State::csi);
        case 0x9D: return enter(State::osc);
        case 0x90:
        case 0x98:
        case 0x9E:
        case 0x9F: return enter(State::string);
        default: return;
    }
}

std::size_t EscapeSequence::consume(std::string_view text, std::optional<TerminalLine::Erase>& erase) {
    std::size_t at = 0;
    while (at < text.size() && is_active()) {
        if (state_ == State::osc || state_ == State::string) {
            at += consume_string(text.substr(at));
            continue;
        }
        const char byte = text[at];
        if (!is_between(byte, 0x20, 0x7E) || swallowed_ == k_max_bytes) {
            reset();
            break;
        }
        ++swallowed_;
        ++at;
        if (state_ == State::csi) {
            take_csi_byte(byte, erase);
        } else {
            take_escape_byte(byte);
        }
    }
    return at;
}

void EscapeSequence::take_escape_byte(char byte) {
    if (is_between(byte, 0x20, 0x2F)) return enter(State::escape_intermediate);
    if (state_ == State::escape_intermediate) return reset();
    switch (byte) {
        case '[': return enter(State::csi);
        case ']': return enter(State::osc);
        case 'P':
        case 'X':
        case '^':
        case '_': return enter(State::string);
        default: return reset();
    }
}

void EscapeSequence::take_csi_byte(char byte, std::optional<TerminalLine::Erase>& erase) {
    if (is_between(byte, 0x20, 0x3F)) {
        ++parameter_bytes_;
        parameter_ = byte;
        return;
    }
    if (byte == 'K' && parameter_bytes_ <= 1) {
        if (parameter_ == '0') erase = TerminalLine::Erase::to_end;
        if (parameter_ == '1') erase = TerminalLine::Erase::to_start;
        if (parameter_ == '2') erase = TerminalLine::Erase::all;
    }
    reset();
}

std::size_t EscapeSequence::consume_string(std::string_view text) {
    const std::size_t room = k_max_string_bytes - swallowed_;
    const std::size_t end = utf8_safe_cut(text, room);
    for (std::size_t at = 0; at < end; ++at) {
        switch (text[at]) {
            case '\n':
            case '\x1b':  // an ST, or the start of something new
                reset();
                return at;
            case '\x18':
            case '\x1a': reset(); return at + 1;
            case '\x07':
                if (state_ != State::osc) break;
                reset();
                return at + 1;
            case '\xC2':
                if (at + 1 == text.size() || text[at + 1] != '\x9C') break;
                reset();
                return at + 2;
            default: break;
        }
    }
    swallowed_ += end;
    if (end < text.size()) reset();
    return end;
}

}  // namespace evald
