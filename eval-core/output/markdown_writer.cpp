#include "output/markdown_writer.hpp"

#include <algorithm>

namespace evald {
namespace {

constexpr std::size_t k_max_inlines = 16;
constexpr std::size_t k_max_containers = 64;
constexpr std::ptrdiff_t k_max_prefixes = 8;

constexpr bool is_white_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Backticks enough to go around `code`, `least` or more.
std::string fence_for(std::string_view code, std::size_t least) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : code) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(std::max(least, longest + 1), '`');
}

}  // namespace

void MarkdownWriter::text(std::string_view text) {
    constexpr std::string_view no_break_space = "\xC2\xA0";
    while (!text.empty()) {
        std::size_t size = 0;
        while (size < text.size() && !is_white_space(text[size]) && text[size] != no_break_space[0]) ++size;
        if (size > 0) {
            literal(text.substr(0, size));
        } else if (is_white_space(text.front())) {
            space_noted_ = true;
            size = 1;
        } else if (text.starts_with(no_break_space)) {
            literal(" ");
            size = no_break_space.size();
        } else {
            literal(text.substr(0, 2));
            size = std::min<std::size_t>(2, text.size());
        }
        text.remove_prefix(size);
    }
}

void MarkdownWriter::literal(std::string_view text) {
    begin_text();
    out_ += text;
}

void MarkdownWriter::code_span(std::string_view code) {
    std::string span;
    for (const char c : code) span += is_white_space(c) ? ' ' : c;
    span.erase(0, span.find_first_not_of(' '));
    span.erase(span.find_last_not_of(' ') + 1);
    if (span.empty()) return;
    const std::string fence = fence_for(span, 1);
    const std::string_view pad = span.front() == '`' || span.back() == '`' ? " " : "";
    literal(fence);
    out_.append(pad).append(span).append(pad).append(fence);
}

void MarkdownWriter::code_block(std::string_view code) {
    if (layout_ == Layout::one_line) return code_span(code);
    if (code.starts_with('\n')) code.remove_prefix(1);
    while (!code.empty() && is_white_space(code.back())) code.remove_suffix(1);
    if (code.empty()) return;
    const std::string fence = fence_for(code, 3);
    new_block();
    begin_line();
    out_ += fence;
    for (bool is_last = false; !is_last;) {
        const std::size_t end = code.find('\n');
        is_last = end == std::string_view::npos;
        new_line();
        begin_line();
        out_ += code.substr(0, end);
        code.remove_prefix(is_last ? code.size() : end + 1);
    }
    new_line();
    begin_line();
    out_ += fence;
    new_block();
}

void MarkdownWriter::line_break() {
    if (layout_ == Layout::one_line || !in_line_) return new_block();
    // Marks go on over it: a line of a paragraph is no block.
    in_line_ = false;
    hard_break_noted_ = true;
    newlines_noted_ = 1;
}

void MarkdownWriter::note_break(int newlines) {
    if (layout_ == Layout::one_line) {
        space_noted_ = true;
        return;
    }
    write_closing_marks(0);
    std::erase_if(inlines_, [](const Inline& mark) { return mark.tag == "a"; });
    space_noted_ = false;
    in_line_ = false;
    newlines_noted_ = std::max(newlines_noted_, newlines);
}

/// Gets ready to write on a line: writes the break, space and opening marks that are due.
void MarkdownWriter::begin_text() {
    if (layout_ == Layout::blocks && !in_line_) {
        begin_line();
    } else if (space_noted_ && !out_.empty()) {
        out_ += ' ';
    }
    space_noted_ = false;
    for (Inline& mark : inlines_) {
        if (!mark.is_written) out_ += mark.opening;
        mark.is_written = true;
    }
}

void MarkdownWriter::begin_line() {
    if (!out_.empty()) {
        if (hard_break_noted_ && newlines_noted_ == 1) out_ += "  ";
        out_ += '\n';
        if (newlines_noted_ > 1) {
            append_prefix(common_containers_);
            out_.erase(out_.find_last_not_of(' ') + 1);
            out_ += '\n';
        }
    }
    append_prefix(containers_.size());
    common_containers_ = containers_.size();
    newlines_noted_ = 0;
    hard_break_noted_ = false;
    space_noted_ = false;
    in_line_ = true;
}

void MarkdownWriter::append_prefix(std::size_t containers) {
    for (std::size_t at = 0; at < containers; ++at) {
        Container& container = containers_[at];
        out_ += container.first_is_written ? container.rest : container.first;
        container.first_is_written = true;
    }
}

void MarkdownWriter::open_inline(std::string_view tag, std::string opening, std::string closing) {
    const auto is_same = [tag](const Inline& mark) { return mark.tag == tag; };
    if (inlines_.size() == k_max_inlines || std::any_of(inlines_.begin(), inlines_.end(), is_same)) return;
    inlines_.push_back({std::string(tag), std::move(opening), std::move(closing), false});
}

void MarkdownWriter::close_inline(std::string_view tag) {
    const auto found = std::find_if(inlines_.begin(), inlines_.end(), [tag](const Inline& m) { return m.tag == tag; });
    if (found == inlines_.end()) return;
    write_closing_marks(static_cast<std::size_t>(found - inlines_.begin()));
    inlines_.erase(found);
}

/// Closes the marks behind the first `keep`; they open again with the next text.
void MarkdownWriter::write_closing_marks(std::size_t keep) {
    for (std::size_t at = inlines_.size(); at > keep; --at) {
        Inline& mark = inlines_[at - 1];
        if (mark.is_written) out_ += mark.closing;
        mark.is_written = false;
    }
}

void MarkdownWriter::open_container(std::string_view tag, std::string first, std::string rest) {
    if (layout_ == Layout::one_line || containers_.size() == k_max_containers) return;
    const auto prefixes =
        std::count_if(containers_.begin(), containers_.end(), [](const Container& c) { return !c.rest.empty(); });
    if (prefixes >= k_max_prefixes) first = rest = "";
    containers_.push_back({std::string(tag), std::move(first), std::move(rest), false});
}

void MarkdownWriter::close_container(std::string_view tag, std::string_view within) {
    std::size_t at = containers_.size();
    while (at > 0 && containers_[at - 1].tag != tag) {
        if (!within.empty() && containers_[at - 1].tag == within) return;
        --at;
    }
    if (at == 0) return;
    containers_.resize(at - 1);
    common_containers_ = std::min(common_containers_, containers_.size());
}

bool MarkdownWriter::is_in_container(std::string_view tag) const {
    return std::any_of(containers_.begin(), containers_.end(), [tag](const Container& c) { return c.tag == tag; });
}

std::string MarkdownWriter::take() {
    write_closing_marks(0);
    inlines_.clear();
    return std::move(out_);
}

}  // namespace evald
