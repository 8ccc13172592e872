#include "output/html_tokenizer.hpp"

#include <algorithm>

namespace evald {
namespace {

constexpr std::string_view k_space = " \t\n\r\f";
constexpr std::size_t k_max_attributes = 64;

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower_case(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool starts_with_name(std::string_view text, std::string_view name) {
    return text.size() >= name.size() &&
           std::equal(name.begin(), name.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

/// True where `text`, which starts with '<', starts markup. Else the '<' is a character like any other.
bool starts_markup(std::string_view text) {
    if (text.size() < 2) return false;
    if (text[1] == '/') return text.size() > 2 && is_letter(text[2]);
    return is_letter(text[1]) || text[1] == '!' || text[1] == '?';
}

}  // namespace

std::string_view HtmlToken::attribute(std::string_view attribute_name) const {
    for (const auto& [key, value] : attributes) {
        if (key == attribute_name) return value;
    }
    return {};
}

bool HtmlToken::has_attribute(std::string_view attribute_name) const {
    return std::any_of(attributes.begin(), attributes.end(),
                       [attribute_name](const auto& attribute) { return attribute.first == attribute_name; });
}

bool HtmlTokenizer::next(HtmlToken& token) {
    while (!rest_.empty()) {
        if (!rest_.starts_with('<') || !starts_markup(rest_)) {
            token.kind = HtmlToken::Kind::text;
            token.text = take(rest_.find('<', 1));
            return true;
        }
        if (skip_declaration()) continue;
        return read_tag(token);
    }
    return false;
}

bool HtmlTokenizer::skip_declaration() {
    if (rest_.starts_with("<!--")) {
        take(4);
        skip_past("-->");
        return true;
    }
    if (rest_[1] != '!' && rest_[1] != '?') return false;
    skip_past(">");
    return true;
}

bool HtmlTokenizer::read_tag(HtmlToken& token) {
    const bool is_end = rest_[1] == '/';
    token.kind = is_end ? HtmlToken::Kind::end_tag : HtmlToken::Kind::start_tag;
    token.text = {};
    token.is_self_closed = false;
    token.attributes.clear();
    take(is_end ? 2 : 1);
    token.name = lower_case(take(rest_.find_first_of(" \t\n\r\f/>")));
    for (;;) {
        take(rest_.find_first_not_of(k_space));
        if (rest_.empty()) return false;
        if (rest_.front() == '>') break;
        if (rest_.front() == '/') {
            token.is_self_closed = rest_.starts_with("/>");
            take(1);
        } else {
            read_attribute(token);
        }
    }
    take(1);
    if (!is_end && (token.name == "script" || token.name == "style")) skip_raw_text(token.name);
    return true;
}

void HtmlTokenizer::read_attribute(HtmlToken& token) {
    // A name may start with '=': browsers take it so, and it keeps this going forward.
    const std::string_view name = take(rest_.find_first_of(" \t\n\r\f/>=", 1));
    take(rest_.find_first_not_of(k_space));
    std::string_view value;
    if (rest_.starts_with('=')) {
        take(1);
        take(rest_.find_first_not_of(k_space));
        if (rest_.starts_with('"') || rest_.starts_with('\'')) {
            const char quote = rest_.front();
            take(1);
            value = take(rest_.find(quote));
            take(1);
        } else {
            value = take(rest_.find_first_of(" \t\n\r\f>"));
        }
    }
    if (token.attributes.size() < k_max_attributes) token.attributes.emplace_back(lower_case(name), value);
}

/// Goes to the end tag of `name`.
void HtmlTokenizer::skip_raw_text(std::string_view name) {
    for (;;) {
        take(rest_.find("</"));
        if (rest_.empty() || starts_with_name(rest_.substr(2), name)) return;
        take(2);
    }
}

void HtmlTokenizer::skip_past(std::string_view what) {
    take(rest_.find(what));
    take(what.size());
}

/// Moves over `size` bytes (all, if fewer are left) and returns them.
std::string_view HtmlTokenizer::take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
}

}  // namespace evald
