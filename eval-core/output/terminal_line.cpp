#include "output/terminal_line.hpp"

#include "base/utf8.hpp"

#include <algorithm>

namespace evald {
namespace {

std::size_t encoded_size(char32_t code_point) {
    if (code_point < 0x80) return 1;
    if (code_point < 0x800) return 2;
    return code_point < 0x10000 ? 3 : 4;
}

}  // namespace

void TerminalLine::write(std::string_view text) {
    if (text.empty()) return;
    if (returned_ && !text_.empty()) start_overwriting(0);
    returned_ = false;
    if (overwriting_) text.remove_prefix(overwrite(text));
    if (!text.empty()) append(text);
}

void TerminalLine::append(std::string_view text) {
    while (text_.size() + text.size() > k_max_bytes) {
        const std::size_t room = utf8_safe_cut(text, k_max_bytes - text_.size());
        if (text_.empty()) {
            sink_(text.substr(0, room));  // the common case of a very long line: not copied
        } else {
            text_.append(text, 0, room);
            settle();
        }
        continued_ = true;
        text.remove_prefix(room);
    }
    text_ += text;
}

void TerminalLine::start_overwriting(std::size_t cursor) {
    cells_.clear();
    for (std::size_t at = 0; at < text_.size();) cells_.push_back(next_code_point(text_, at));
    cells_bytes_ = text_.size();
    text_.clear();
    returned_ = false;
    overwriting_ = true;
    cursor_ = std::min(cursor, cells_.size());
    erased_ = 0;
}

/// Writes at the cursor and returns how many bytes it took: all, unless the line became too long and was settled.
std::size_t TerminalLine::overwrite(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t next = at;
        const char32_t code_point = next_code_point(text, next);
        const std::size_t size = encoded_size(code_point);
        if (cursor_ < cells_.size()) {
            cells_bytes_ += size - encoded_size(cells_[cursor_]);
            cells_[cursor_] = code_point;
        } else if (cells_bytes_ + size <= k_max_bytes) {
            cells_bytes_ += size;
            cells_.push_back(code_point);
        } else {
            settle();
            continued_ = true;
            return at;
        }
        erased_ = std::min(erased_, cursor_);
        ++cursor_;
        at = next;
    }
    return at;
}

void TerminalLine::carriage_return() {
    if (overwriting_) {
        cursor_ = 0;
    } else {
        returned_ = true;
    }
}

void TerminalLine::backspace() {
    if (!overwriting_) {
        if (returned_ || text_.empty()) return;
        start_overwriting(k_max_bytes);
    }
    if (cursor_ > 0) --cursor_;
}

void TerminalLine::erase(Erase what) {
    if (!overwriting_) {
        if (text_.empty()) return;
        if (returned_ && what != Erase::to_start) return text_.clear();
        if (!returned_ && what == Erase::to_end) return;
        start_overwriting(returned_ ? 0 : k_max_bytes);
    }
    if (what != Erase::to_start) {
        for (; cells_.size() > cursor_; cells_.pop_back()) cells_bytes_ -= encoded_size(cells_.back());
    }
    if (what != Erase::to_end) {
        // Starts behind what is known to be erased: a column is then erased once for each time that it was written.
        const std::size_t end = std::min(cursor_ + 1, cells_.size());
        for (std::size_t at = erased_; at < end; ++at) {
            cells_bytes_ -= encoded_size(cells_[at]) - encoded_size(k_erased);
            cells_[at] = k_erased;
        }
        erased_ = std::max(erased_, end);
    }
    erased_ = std::min(erased_, cells_.size());
}

bool TerminalLine::has_content() const {
    if (continued_ || !text_.empty()) return true;
    return std::any_of(cells_.begin(), cells_.end(), [](char32_t cell) { return cell != k_erased; });
}

void TerminalLine::settle() {
    for (const char32_t cell : cells_) append_code_point(text_, cell == k_erased ? U' ' : cell);
    if (!text_.empty()) sink_(text_);
    text_.clear();
    cells_.clear();
    returned_ = false;
    overwriting_ = false;
}

void TerminalLine::end() {
    while (!cells_.empty() && cells_.back() == k_erased) cells_.pop_back();
    settle();
    continued_ = false;
}

}  // namespace evald
