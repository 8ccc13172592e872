#include "protocol/json_scanner.hpp"

#include <charconv>

#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

std::optional<std::uint32_t> hex_unit(std::string_view digits) {
    std::uint32_t unit = 0;
    const auto result = std::from_chars(digits.begin(), digits.end(), unit, 16);
    if (digits.size() != 4 || result.ec != std::errc() || result.ptr != digits.end()) {
        return std::nullopt;
    }
    return unit;
}

char simple_escape(char letter) {
    switch (letter) {
        case 'n': return '\n';
        case 't': return '\t';
        case 'r': return '\r';
        case 'b': return '\b';
        case 'f': return '\f';
        case '"':
        case '\\':
        case '/': return letter;
        default: return '\0';
    }
}

}  // namespace

std::optional<std::string> decode_json_string(std::string_view literal) {
    if (literal.size() < 2 || literal.front() != '"' || literal.back() != '"') {
        return std::nullopt;
    }
    const std::string_view body = literal.substr(1, literal.size() - 2);
    std::string out;
    out.reserve(body.size());
    for (std::size_t i = 0; i < body.size();) {
        const std::size_t escape = std::min(body.find('\\', i), body.size());
        out += to_script_text(body.substr(i, escape - i));
        if (escape == body.size()) {
            break;
        }
        if (escape + 1 == body.size()) {
            return std::nullopt;
        }
        if (body[escape + 1] == 'u') {
            const auto unit = hex_unit(body.substr(escape + 2, 4));
            if (!unit) {
                return std::nullopt;
            }
            append_utf8(out, *unit);  // a surrogate takes three bytes, as the engine keeps it
            i = escape + 6;
        } else {
            const char plain = simple_escape(body[escape + 1]);
            if (plain == '\0') {
                return std::nullopt;
            }
            out += plain;
            i = escape + 2;
        }
    }
    return out;
}

void JsonObjectScanner::skip_space() {
    while (position_ < text_.size() && std::string_view(" \t\r\n").find(text_[position_]) != std::string_view::npos) {
        ++position_;
    }
}

bool JsonObjectScanner::take(char expected) {
    skip_space();
    if (position_ >= text_.size() || text_[position_] != expected) {
        return false;
    }
    ++position_;
    return true;
}

bool JsonObjectScanner::skip_string() {
    if (position_ >= text_.size() || text_[position_] != '"') {
        return false;
    }
    for (++position_; position_ < text_.size(); ++position_) {
        if (text_[position_] == '\\') {
            ++position_;
        } else if (text_[position_] == '"') {
            ++position_;
            return true;
        }
    }
    return false;
}

bool JsonObjectScanner::skip_value() {
    std::size_t depth = 0;
    const std::size_t begin = position_;
    while (position_ < text_.size()) {
        const char c = text_[position_];
        if (c == '"') {
            if (!skip_string()) {
                return false;
            }
        } else if (c == '{' || c == '[') {
            ++depth;
            ++position_;
        } else if (c == '}' || c == ']') {
            if (depth == 0) {
                break;
            }
            --depth;
            ++position_;
        } else if (c == ',' && depth == 0) {
            break;
        } else {
            ++position_;
        }
    }
    return depth == 0 && position_ > begin;
}

bool JsonObjectScanner::next() {
    if (!started_) {
        started_ = true;
        if (!take('{')) {
            return false;
        }
        if (take('}')) {
            skip_space();
            finished_ = position_ == text_.size();
            return false;
        }
    } else if (!take(',')) {
        const bool closed = take('}');
        skip_space();
        finished_ = closed && position_ == text_.size();
        return false;
    }
    skip_space();
    const std::size_t key_begin = position_;
    if (!skip_string()) {
        return false;
    }
    auto key = decode_json_string(text_.substr(key_begin, position_ - key_begin));
    if (!key || !take(':')) {
        return false;
    }
    skip_space();
    const std::size_t value_begin = position_;
    if (!skip_value()) {
        return false;
    }
    std::size_t value_end = position_;
    while (value_end > value_begin && (text_[value_end - 1] == ' ' || text_[value_end - 1] == '\t')) {
        --value_end;
    }
    key_ = std::move(*key);
    raw_ = text_.substr(value_begin, value_end - value_begin);
    return true;
}

std::optional<std::string> JsonObjectScanner::string_value() const { return decode_json_string(raw_); }

std::optional<bool> JsonObjectScanner::bool_value() const {
    if (raw_ == "true") {
        return true;
    }
    if (raw_ == "false") {
        return false;
    }
    return std::nullopt;
}

std::optional<double> JsonObjectScanner::number_value() const {
    double value = 0;
    const auto result = std::from_chars(raw_.begin(), raw_.end(), value);
    if (result.ec != std::errc() || result.ptr != raw_.end()) {
        return std::nullopt;
    }
    return value;
}

}  // namespace evald::js
