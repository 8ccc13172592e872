#include "output/html_to_markdown.hpp"

#include "output/html_element.hpp"
#include "output/html_entities.hpp"
#include "output/html_tokenizer.hpp"
#include "output/markdown_table.hpp"
#include "output/markdown_writer.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace evald {
namespace {

constexpr std::size_t k_max_url = 2048;
constexpr std::size_t k_max_lists = 64;

std::string decoded(std::string_view text) {
    std::string result;
    append_decoded(result, text);
    return result;
}

/// Decoded, with its white space collapsed.
std::string one_line(std::string_view attribute) {
    MarkdownWriter writer(MarkdownWriter::Layout::one_line);
    writer.text(decoded(attribute));
    return writer.take();
}

std::size_t number(std::string_view text, std::size_t if_none) {
    std::uint32_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc() && value < 1'000'000 ? value : if_none;
}

/// As the target of a link or image; empty if it can't or shouldn't be one.
std::string link_target(std::string_view attribute) {
    if (attribute.size() > k_max_url) return {};
    const std::string url = one_line(attribute);
    const bool is_script = url.starts_with("javascript:") || url.starts_with("vbscript:") || url.starts_with("data:");
    if (is_script || url.starts_with('#') || url.find_first_of("<>") != std::string::npos) return {};
    return url.find_first_of(" ()") == std::string::npos ? url : "<" + url + ">";
}

struct Cell {
    MarkdownWriter content{MarkdownWriter::Layout::one_line};
    std::size_t columns = 1, rows = 1;
};

struct Code {
    std::string text;
    bool is_block = false;
};

class Converter {
public:
    explicit Converter(std::string_view html) : tokenizer_(html), filler_(html.size()) {}

    std::string run() {
        for (HtmlToken token; tokenizer_.next(token);) take(token);
        finish_table();
        finish_code();
        return page_.take();
    }

private:
    MarkdownWriter& out() { return cell_ ? cell_->content : page_; }

    void take(const HtmlToken& token);
    bool is_skipped(const HtmlToken& token, HtmlElement element);
    bool take_in_code(const HtmlToken& token, HtmlElement element);
    void start(const HtmlToken& token, HtmlElement element);
    void start_block(const HtmlToken& token, HtmlElement element);
    void start_item();
    void start_table_part(const HtmlToken& token, HtmlElement element);
    void start_inline(const HtmlToken& token, HtmlElement element);
    void put_image(const HtmlToken& token);
    void end(const HtmlToken& token, HtmlElement element);
    void end_table_part(HtmlElement element);
    void finish_code();
    void finish_cell();
    void finish_table();

    HtmlTokenizer tokenizer_;
    MarkdownWriter page_;
    std::size_t filler_;

    std::optional<MarkdownTable> table_;
    std::size_t table_depth_ = 0;  // tables within the cell of another are read as text
    std::optional<Cell> cell_;
    std::optional<Code> code_;
    std::vector<std::optional<std::size_t>> lists_;  // the next number of an ordered one

    std::string skipped_;  // the element that is being left out, and how many of the same name are open in it
    std::size_t skipped_depth_ = 0;
};

void Converter::take(const HtmlToken& token) {
    using Kind = HtmlToken::Kind;
    const HtmlElement element = token.kind == Kind::text ? HtmlElement::unknown : html_element(token.name);
    if (is_skipped(token, element) || (code_ && take_in_code(token, element))) return;
    switch (token.kind) {
        case Kind::text: return out().text(decoded(token.text));
        case Kind::start_tag: return start(token, element);
        case Kind::end_tag: return end(token, element);
    }
}

bool Converter::is_skipped(const HtmlToken& token, HtmlElement element) {
    const bool is_start = token.kind == HtmlToken::Kind::start_tag;
    if (!skipped_.empty()) {
        if (token.name != skipped_ || token.kind == HtmlToken::Kind::text) return true;
        skipped_depth_ += is_start ? 1 : 0;
        skipped_depth_ -= is_start ? 0 : 1;
        if (skipped_depth_ == 0) skipped_.clear();
        return true;
    }
    if (!is_start || (element != HtmlElement::skipped && !token.has_attribute("hidden"))) return false;
    if (!token.is_self_closed && !is_void_element(token.name)) {
        skipped_ = token.name;
        skipped_depth_ = 1;
    }
    return true;
}

/// Within code only text, breaks and its end count. False: the code is over, and the token is to be taken as usual.
bool Converter::take_in_code(const HtmlToken& token, HtmlElement element) {
    const bool is_end = token.kind == HtmlToken::Kind::end_tag;
    const bool is_inline = element == HtmlElement::unknown || element >= HtmlElement::bold;
    if (token.kind == HtmlToken::Kind::text) {
        append_decoded(code_->text, token.text);
    } else if (element == HtmlElement::line_break) {
        code_->text += '\n';
    } else if (element == HtmlElement::preformatted || (!code_->is_block && !is_inline)) {
        finish_code();
        return is_end && element == HtmlElement::preformatted;
    } else if (is_end && element == HtmlElement::code && !code_->is_block) {
        finish_code();
    }
    return true;
}

void Converter::start(const HtmlToken& token, HtmlElement element) {
    if (element == HtmlElement::unknown) return;
    if (element < HtmlElement::table) return start_block(token, element);
    if (element < HtmlElement::bold) return start_table_part(token, element);
    start_inline(token, element);
}

void Converter::start_block(const HtmlToken& token, HtmlElement element) {
    switch (element) {
        case HtmlElement::paragraph: return out().new_block();
        case HtmlElement::line: return out().new_line();
        case HtmlElement::line_break:
            if (out().is_in_container("heading")) return out().text(" ");
            return out().line_break();
        case HtmlElement::heading:
            out().close_container("heading");
            out().new_block();
            return out().open_container("heading", std::string(number(token.name.substr(1), 1), '#') + " ", "");
        case HtmlElement::quote: out().new_block(); return out().open_container("quote", "> ", "> ");
        case HtmlElement::rule:
            out().new_block();
            if (!cell_) out().literal("---");
            return out().new_block();
        case HtmlElement::list:
        case HtmlElement::ordered_list:
            out().new_line();
            if (!out().is_in_container("item")) out().new_block();
            out().open_container("list", "", "");
            if (lists_.size() == k_max_lists) return;
            lists_.emplace_back();
            if (element == HtmlElement::ordered_list) lists_.back() = number(token.attribute("start"), 1);
            return;
        case HtmlElement::item: return start_item();
        case HtmlElement::term: out().close_container("item", "list"); return out().new_line();
        case HtmlElement::definition:
            out().close_container("item", "list");
            out().new_line();
            return out().open_container("item", ": ", "  ");
        default: return;
    }
}

void Converter::start_item() {
    out().close_container("item", "list");
    out().new_line();
    std::string mark = "- ";
    if (!lists_.empty() && lists_.back()) mark = std::to_string((*lists_.back())++) + ". ";
    std::string indent(mark.size(), ' ');
    out().open_container("item", std::move(mark), std::move(indent));
}

void Converter::start_table_part(const HtmlToken& token, HtmlElement element) {
    if (element == HtmlElement::table) {
        ++table_depth_;
        if (table_) return out().text(" ");
        out().new_block();
        table_.emplace(filler_);
        return;
    }
    if (table_depth_ != 1) return out().text(" ");
    finish_cell();
    if (element == HtmlElement::row) return table_->begin_row();
    cell_.emplace();
    cell_->columns = number(token.attribute("colspan"), 1);
    cell_->rows = number(token.attribute("rowspan"), 1);
}

void Converter::start_inline(const HtmlToken& token, HtmlElement element) {
    switch (element) {
        case HtmlElement::bold: return out().open_inline("b", "**", "**");
        case HtmlElement::italic: return out().open_inline("i", "*", "*");
        case HtmlElement::strike: return out().open_inline("s", "~~", "~~");
        case HtmlElement::quotation: return out().open_inline("q", "\"", "\"");
        case HtmlElement::superscript: return out().open_inline("sup", "^", "");
        case HtmlElement::subscript: return out().open_inline("sub", "_", "");
        case HtmlElement::code: code_.emplace(); return;
        case HtmlElement::preformatted:
            code_.emplace();
            code_->is_block = true;
            return;
        case HtmlElement::image: return put_image(token);
        case HtmlElement::link: {
            const std::string target = link_target(token.attribute("href"));
            out().close_inline("a");
            if (!target.empty()) out().open_inline("a", "[", "](" + target + ")");
            return;
        }
        default: return;
    }
}

void Converter::put_image(const HtmlToken& token) {
    const std::string alt = one_line(token.attribute("alt"));
    const std::string target = link_target(token.attribute("src"));
    if (alt.empty() && target.empty()) return;
    out().literal("![" + alt + "]" + (target.empty() ? "" : "(" + target + ")"));
}

void Converter::end(const HtmlToken& token, HtmlElement element) {
    switch (element) {
        case HtmlElement::paragraph: return out().new_block();
        case HtmlElement::line: return out().new_line();
        case HtmlElement::heading:
        case HtmlElement::quote:
            out().new_block();
            return out().close_container(element == HtmlElement::quote ? "quote" : "heading");
        case HtmlElement::list:
        case HtmlElement::ordered_list:
            out().new_line();
            out().close_container("list");
            if (!lists_.empty()) lists_.pop_back();
            if (!out().is_in_container("item")) out().new_block();
            return;
        case HtmlElement::item:
        case HtmlElement::definition: out().new_line(); return out().close_container("item", "list");
        case HtmlElement::table:
        case HtmlElement::row:
        case HtmlElement::cell: return end_table_part(element);
        case HtmlElement::bold: return out().close_inline("b");
        case HtmlElement::italic: return out().close_inline("i");
        case HtmlElement::strike: return out().close_inline("s");
        case HtmlElement::quotation: return out().close_inline("q");
        case HtmlElement::superscript: return out().close_inline("sup");
        case HtmlElement::subscript: return out().close_inline("sub");
        case HtmlElement::link: return out().close_inline(token.name);
        default: return;
    }
}

void Converter::end_table_part(HtmlElement element) {
    if (table_depth_ != 1) {
        out().text(" ");
        if (element == HtmlElement::table && table_depth_ > 0) --table_depth_;
        return;
    }
    if (element == HtmlElement::table) return finish_table();
    finish_cell();
}

void Converter::finish_code() {
    if (!code_) return;
    const Code code = std::move(*code_);
    code_.reset();
    if (code.is_block) return out().code_block(code.text);
    out().code_span(code.text);
}

void Converter::finish_cell() {
    if (!cell_) return;
    table_->add_cell(cell_->content.take(), cell_->columns, cell_->rows);
    cell_.reset();
}

void Converter::finish_table() {
    if (!table_) return;
    finish_code();
    finish_cell();
    page_.new_block();
    for (const std::string& line : table_->take()) {
        page_.new_line();
        page_.literal(line);
    }
    page_.new_block();
    table_.reset();
    table_depth_ = 0;
}

}  // namespace

std::string html_to_markdown(std::string_view html) { return Converter(html).run(); }

}  // namespace evald
