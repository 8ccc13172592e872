#include "output/edge_trimmer.hpp"

namespace evald {
namespace {

constexpr bool is_white_space(char c) { return c == '\n' || c == ' ' || c == '\t'; }

}  // namespace

void EdgeTrimmer::append(std::string_view text) {
    if (!started_) text = skip_blank_lines(text);
    std::size_t end = text.size();
    while (end > 0 && is_white_space(text[end - 1])) --end;
    if (end > 0) {
        if (!held_.empty()) sink_(held_);
        held_.clear();
        sink_(text.substr(0, end));
        started_ = true;
    }
    hold(text.substr(end));
}

/// Drops the blank lines that end in `text`, with what was held back of the first; returns the rest.
std::string_view EdgeTrimmer::skip_blank_lines(std::string_view text) {
    while (!started_) {
        std::size_t size = 0;
        while (size < text.size() && (text[size] == ' ' || text[size] == '\t')) ++size;
        if (held_.size() + size > k_max_held) {
            hold(text.substr(0, size));
            return text.substr(size);
        }
        if (size == text.size() || text[size] != '\n') break;
        held_.clear();
        text.remove_prefix(size + 1);
    }
    return text;
}

void EdgeTrimmer::hold(std::string_view white_space) {
    while (held_.size() + white_space.size() > k_max_held) {
        const std::size_t room = k_max_held - held_.size();
        held_ += white_space.substr(0, room);
        white_space.remove_prefix(room);
        sink_(held_);
        held_.clear();
        started_ = true;
    }
    held_ += white_space;
}

void EdgeTrimmer::end() {
    held_.clear();
    started_ = false;
}

}  // namespace evald
