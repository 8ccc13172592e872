#include "output/terminal_text.hpp"

#include "base/utf8.hpp"

#include <optional>

namespace evald {
namespace {

/// 1 for bytes that are, or may start, something else than plain text: controls, U+0080 to U+00BF. No branches, so that
/// the loop over a block below becomes vector code.
constexpr unsigned char special(unsigned char byte) {
    const unsigned char control = (byte < 0x20) & (byte != '\n') & (byte != '\t');
    return static_cast<unsigned char>(control | (byte == 0x7F) | (byte == 0xC2));
}

/// How many bytes at the start of `text` can be passed on as they are.
std::size_t plain_prefix(std::string_view text) {
    constexpr std::size_t block = 64;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
    std::size_t at = 0;
    for (;;) {
        for (; at + block <= text.size(); at += block) {
            unsigned char found = 0;
            for (std::size_t i = 0; i < block; ++i) found |= special(bytes[at + i]);
            if (found != 0) break;
        }
        while (at < text.size() && special(bytes[at]) == 0) ++at;
        const bool is_latin = at + 1 < text.size() && bytes[at] == 0xC2 && bytes[at + 1] >= 0xA0;
        if (!is_latin) return at;
        at += 2;
    }
}

}  // namespace

void TerminalText::append(OutputStream stream, std::string_view text) {
    append_with(sequences_[stream == OutputStream::out ? 0 : 1], text);
}

void TerminalText::append_with(EscapeSequence& sequence, std::string_view text) {
    while (!text.empty()) {
        if (sequence.is_active()) {
            std::optional<TerminalLine::Erase> erase;
            text.remove_prefix(sequence.consume(text, erase));
            if (erase) line_.erase(*erase);
            continue;
        }
        const std::size_t plain = plain_prefix(text);
        write(text.substr(0, plain));
        text.remove_prefix(plain);
        if (!text.empty()) text.remove_prefix(take_control(sequence, text));
    }
}

/// Text without controls but tab and newline.
void TerminalText::write(std::string_view text) {
    const std::size_t last_newline = text.rfind('\n');
    if (last_newline == std::string_view::npos) return line_.write(text);
    std::size_t settled = 0;
    if (!line_.is_at_end()) {
        settled = text.find('\n');
        line_.write(text.substr(0, settled));
    }
    line_.end();
    sink_(text.substr(settled, last_newline + 1 - settled));
    line_.write(text.substr(last_newline + 1));
}

/// Obeys or drops the control at the start of `text`; returns its length.
std::size_t TerminalText::take_control(EscapeSequence& sequence, std::string_view text) {
    switch (text.front()) {
        case '\r': line_.carriage_return(); return 1;
        case '\b': line_.backspace(); return 1;
        case '\x1b': sequence.begin_escape(); return 1;
        case '\xC2': {
            std::size_t size = 0;
            sequence.begin_c1(next_code_point(text, size));
            return size;
        }
        default: return 1;
    }
}

void TerminalText::append_block(std::string_view text) {
    if (text.empty()) return;
    end_line();
    EscapeSequence sequence;
    append_with(sequence, text);
    end_line();
}

/// Goes to the start of a line, if there is anything on this one.
void TerminalText::end_line() {
    if (line_.has_content()) write("\n");
    line_.end();
}

void TerminalText::end() {
    line_.end();
    for (EscapeSequence& sequence : sequences_) sequence.reset();
}

}  // namespace evald
