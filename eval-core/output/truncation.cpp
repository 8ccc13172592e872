#include "output/truncation.hpp"

#include "base/utf8.hpp"

#include <limits>

namespace evald {
namespace {

std::uint64_t count_newlines(std::string_view text) {
    // Counted by blocks in a byte, which the compiler turns into vector code.
    constexpr std::size_t block = 128;
    std::uint64_t count = 0;
    std::size_t at = 0;
    for (; at + block <= text.size(); at += block) {
        unsigned char in_block = 0;
        for (std::size_t i = 0; i < block; ++i)
            in_block = static_cast<unsigned char>(in_block + (text[at + i] == '\n'));
        count += in_block;
    }
    for (; at < text.size(); ++at) count += text[at] == '\n' ? 1 : 0;
    return count;
}

std::uint64_t count_lines(std::string_view text) {
    return count_newlines(text) + (text.empty() || text.back() == '\n' ? 0 : 1);
}

/// 1234567 -> "1,234,567 bytes".
std::string quantity(std::uint64_t number, std::string_view unit) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text.append(" ").append(unit).append(number == 1 ? "" : "s");
}

std::string join(std::string_view head, std::string_view marker, std::string_view tail) {
    std::string text(head);
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += marker;
    if (!tail.empty()) text.append("\n").append(tail);
    return text;
}

}  // namespace

std::size_t head_cut(std::string_view text, std::uint64_t bytes, std::uint64_t lines) {
    const std::string_view limited = text.substr(0, utf8_safe_cut(text, bytes));
    std::size_t end = 0;
    for (std::uint64_t line = 0; line < lines; ++line) {
        const std::size_t newline = limited.find('\n', end);
        if (newline == std::string_view::npos) return end >= limited.size() - end ? end : limited.size();
        end = newline + 1;
    }
    return end;
}

std::size_t tail_cut(std::string_view text, std::uint64_t bytes, std::uint64_t lines) {
    if (bytes == 0) return text.size();
    std::size_t start = text.size() > bytes ? text.size() - bytes : 0;
    while (start < text.size() && is_utf8_continuation(text[start])) ++start;

    std::size_t line_start = text.size();
    for (std::uint64_t line = 0; line < lines && line_start > start; ++line) {
        // The newline before this line; one at the very end of the text belongs to its last line.
        const std::size_t newline = line_start < 2 ? std::string_view::npos : text.rfind('\n', line_start - 2);
        const std::size_t previous = newline == std::string_view::npos ? 0 : newline + 1;
        const bool is_whole = previous > start || (previous == start && (start > 0 || text.size() <= bytes));
        if (!is_whole) return text.size() - line_start >= line_start - start ? line_start : start;
        line_start = previous;
    }
    return line_start;
}

TextWindow::TextWindow(const RunTextLimits& limits) : limits_(limits) {}

bool TextWindow::fits(std::string_view more) const {
    if (cut_ || total_bytes_ + more.size() > limits_.head_bytes + limits_.tail_bytes) return false;
    const bool ends_in_line = more.empty() ? ends_in_line_ : more.back() != '\n';
    const std::uint64_t lines = newlines_ + count_newlines(more) + (ends_in_line ? 1 : 0);
    return lines <= limits_.head_lines + limits_.tail_lines;
}

void TextWindow::append(std::string_view text) {
    if (text.empty()) return;
    if (cut_) {
        cut_->tail.append(text);
    } else if (fits(text)) {
        beginning_ += text;
    } else {
        cut(text);
    }
    total_bytes_ += text.size();
    newlines_ += count_newlines(text);
    ends_in_line_ = text.back() != '\n';
}

void TextWindow::cut(std::string_view text) {
    // One byte more than is shown tells whether the tail starts with a whole line.
    cut_.emplace(Cut{true, TailBuffer(limits_.tail_bytes + 1)});
    cut_->tail.append(beginning_);
    cut_->tail.append(text);

    const std::uint64_t max_bytes = limits_.head_bytes + limits_.tail_bytes;
    beginning_ += text.substr(0, max_bytes + 1 - beginning_.size());
    const std::uint64_t lines = count_lines(std::string_view(beginning_).substr(0, max_bytes));
    cut_->by_bytes = lines <= limits_.head_lines + limits_.tail_lines;
    beginning_.resize(head_cut(beginning_, limits_.head_bytes, limits_.head_lines));
    beginning_.shrink_to_fit();
}

std::string_view TextWindow::tail() const {
    const std::string_view end = cut_->tail.view();
    return end.substr(tail_cut(end, limits_.tail_bytes, limits_.tail_lines));
}

std::optional<Truncation> TextWindow::truncation() const {
    if (!cut_) return std::nullopt;
    Truncation truncation;
    truncation.by_bytes = cut_->by_bytes;
    truncation.total_lines = newlines_ + (ends_in_line_ ? 1 : 0);
    truncation.total_bytes = total_bytes_;
    truncation.head = {count_lines(beginning_), beginning_.size()};
    truncation.tail = {count_lines(tail()), tail().size()};
    truncation.output_lines = truncation.head.lines + truncation.tail.lines;
    truncation.output_bytes = truncation.head.bytes + truncation.tail.bytes;
    return truncation;
}

std::string TextWindow::text(std::string_view full_output) const {
    if (!cut_) return beginning_;
    const std::string_view last = tail();
    const std::string_view end = cut_->tail.view();
    const bool elided_ends_in_line = last.empty() ? ends_in_line_ : end[end.size() - last.size() - 1] != '\n';
    const std::uint64_t lines =
        newlines_ - count_newlines(beginning_) - count_newlines(last) + (elided_ends_in_line ? 1 : 0);
    std::string marker = "[… " + quantity(lines, "line") + ", " +
                         quantity(total_bytes_ - beginning_.size() - last.size(), "byte") + " elided";
    if (!full_output.empty()) marker.append("; full output: ").append(full_output);
    return join(beginning_, marker + " …]", last);
}

std::string TextWindow::excerpt(std::size_t bytes) const {
    if (!cut_ && total_bytes_ <= bytes) return beginning_;
    constexpr std::uint64_t any_lines = std::numeric_limits<std::uint64_t>::max();
    const std::string_view beginning = beginning_;
    const std::string_view first = beginning.substr(0, head_cut(beginning, bytes / 2, any_lines));
    std::string_view last = cut_ ? cut_->tail.view() : beginning;
    last.remove_prefix(tail_cut(last, bytes / 2, any_lines));
    return join(first, "[… " + quantity(total_bytes_ - first.size() - last.size(), "byte") + " elided …]", last);
}

}  // namespace evald
