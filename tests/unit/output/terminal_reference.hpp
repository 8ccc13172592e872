#pragma once

#include "base/utf8.hpp"
#include "kernel/language.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evald::test {

/// What TerminalText promises, written for obviousness: one character at a time, the whole line kept as columns.
/// Without the bounds of sequences and strings, which have tests of their own.
class TerminalReference {
public:
    static std::string clean(const std::vector<std::pair<OutputStream, std::string_view>>& pieces) {
        TerminalReference terminal;
        for (const auto& [stream, text] : pieces) {
            std::string& sequence = terminal.sequences_[stream == OutputStream::out ? 0 : 1];
            for (std::size_t at = 0; at < text.size();) terminal.take(sequence, next_code_point(text, at));
        }
        terminal.end_line();
        return terminal.settled_;
    }

private:
    static constexpr std::size_t k_max_line = 65'536;

    static std::size_t size_of(char32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

    /// `sequence` holds what has come of an escape sequence, as its ESC form; empty: none.
    void take(std::string& sequence, char32_t c) {
        if (!sequence.empty()) {
            const char kind = sequence.size() < 2 ? '\0' : sequence[1];
            const bool is_string = kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_';
            if (is_string) return take_in_string(sequence, kind == ']', c);
            if (c < 0x20 || c > 0x7E) {
                sequence.clear();
            } else {
                sequence += static_cast<char>(c);
                return end_sequence(sequence);
            }
        }
        switch (c) {
            case '\n':
                end_line();
                settled_ += '\n';
                return;
            case '\r': cursor_ = 0; return;
            case '\b': cursor_ -= cursor_ > 0 ? 1 : 0; return;
            case 0x1B: sequence = "\x1b"; return;
            case 0x9B: sequence = "\x1b["; return;
            case 0x9D: sequence = "\x1b]"; return;
            case 0x90:
            case 0x98:
            case 0x9E:
            case 0x9F: sequence = "\x1bP"; return;
            default: break;
        }
        const bool is_control = (c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0);
        if (!is_control) put(c);
    }

    void take_in_string(std::string& sequence, bool is_osc, char32_t c) {
        if (c == 0x18 || c == 0x1A || c == 0x9C || (c == 0x07 && is_osc)) sequence.clear();
        if (c == 0x1B) sequence = "\x1b";
        if (c == '\n') {
            sequence.clear();
            take(sequence, c);
        }
    }

    void end_sequence(std::string& sequence) {
        const char last = sequence.back();
        if (sequence.size() >= 3 && sequence[1] == '[') {
            if (last < 0x40) return;
            if (sequence == "\x1b[K" || sequence == "\x1b[0K") line_.resize(cursor_);
            if (sequence == "\x1b[2K") line_.resize(cursor_);
            if (sequence == "\x1b[1K" || sequence == "\x1b[2K") {
                for (std::size_t at = 0; at <= cursor_ && at < line_.size(); ++at) line_[at] = 0;
            }
            line_bytes_ = 0;
            for (const char32_t cell : line_) line_bytes_ += size_of(cell);
            sequence.clear();
            return;
        }
        const bool is_open = (last >= 0x20 && last <= 0x2F) ||
                             (sequence.size() == 2 && std::string_view("[]PX^_").find(last) != std::string_view::npos);
        if (!is_open) sequence.clear();
    }

    void put(char32_t c) {
        if (cursor_ < line_.size()) {
            line_bytes_ += size_of(c) - size_of(line_[cursor_]);
            line_[cursor_++] = c;
            return;
        }
        if (line_bytes_ + size_of(c) > k_max_line) settle();
        line_.push_back(c);
        line_bytes_ += size_of(c);
        cursor_ = line_.size();
    }

    void settle() {
        for (const char32_t cell : line_) append_code_point(settled_, cell == 0 ? U' ' : cell);
        line_.clear();
        line_bytes_ = 0;
        cursor_ = 0;
    }

    void end_line() {
        while (!line_.empty() && line_.back() == 0) line_.pop_back();
        settle();
    }

    std::array<std::string, 2> sequences_;
    std::string settled_;
    std::vector<char32_t> line_;  // 0 where it was erased
    std::size_t line_bytes_ = 0;
    std::size_t cursor_ = 0;
};

}  // namespace evald::test
