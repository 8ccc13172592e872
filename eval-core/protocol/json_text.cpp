#include "protocol/json_text.hpp"

#include <cstring>

namespace evald {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `at` is behind the opening quote; returns the place behind the closing one.
std::size_t skip_string(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const void* const found = std::memchr(text.data() + at, '"', text.size() - at);
        if (found == nullptr) return text.size();
        const auto quote = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
        std::size_t first = quote;
        while (first > at && text[first - 1] == '\\') --first;
        at = quote + 1;
        if ((quote - first) % 2 == 0) return at;
    }
    return at;
}

std::size_t skip_container(std::string_view text, std::size_t at) {
    std::size_t depth = 0;
    while (at < text.size()) {
        const char c = text[at++];
        if (c == '"') {
            at = skip_string(text, at);
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return at;
        }
    }
    return at;
}

std::size_t skip_value(std::string_view text, std::size_t at) {
    if (at >= text.size()) return at;
    if (text[at] == '"') return skip_string(text, at + 1);
    if (text[at] == '{' || text[at] == '[') return skip_container(text, at);
    while (at < text.size() && text[at] != ',' && text[at] != '}' && text[at] != ']' && !is_space(text[at])) ++at;
    return at;
}

}  // namespace

void JsonMembers::skip_space_and(char separator) {
    while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == separator)) ++at_;
}

bool JsonMembers::next() {
    skip_space_and(',');
    if (at_ >= text_.size() || text_[at_] != '"') return false;
    const std::size_t key_begin = at_ + 1;
    at_ = skip_string(text_, key_begin);
    key_ = text_.substr(key_begin, at_ - 1 - key_begin);
    skip_space_and(':');
    const std::size_t value_begin = at_;
    at_ = skip_value(text_, at_);
    value_ = text_.substr(value_begin, at_ - value_begin);
    return true;
}

void append_compact_json(std::string& out, std::string_view json) {
    std::size_t run = 0;  // begin of what is not yet copied
    std::size_t at = 0;
    while (at < json.size()) {
        const char c = json[at];
        if (c == '"') {
            at = skip_string(json, at + 1);
        } else if (is_space(c)) {
            out.append(json, run, at - run);
            run = ++at;
        } else {
            ++at;
        }
    }
    out.append(json, run, json.size() - run);
}

bool blur_big_integers(std::string& json) {
    constexpr std::size_t k_always_fits = 18;
    bool found = false;
    std::size_t at = 0;
    while (at < json.size()) {
        if (json[at] == '"') {
            at = skip_string(json, at + 1);
        } else if (is_digit(json[at])) {
            const std::size_t begin = at;
            while (at < json.size() && is_digit(json[at])) ++at;
            const bool is_integer = at == json.size() || (json[at] != '.' && json[at] != 'e' && json[at] != 'E');
            const bool is_fraction = begin > 0 && (json[begin - 1] == '.' || json[begin - 1] == '+' ||
                                                   json[begin - 1] == 'e' || json[begin - 1] == 'E');
            // A leading zero is a fault, which must stay one.
            if (is_integer && !is_fraction && json[begin] != '0' && at - begin > k_always_fits) {
                json[begin + 1] = '.';
                found = true;
            }
        } else {
            ++at;
        }
    }
    return found;
}

}  // namespace evald
