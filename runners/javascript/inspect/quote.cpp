#include "inspect/quote.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

constexpr std::string_view k_upper_digits = "0123456789ABCDEF";
constexpr std::string_view k_lower_digits = "0123456789abcdef";

void append_escape(std::string& out, std::uint32_t code) {
    switch (code) {
        case '\b': out += "\\b"; return;
        case '\t': out += "\\t"; return;
        case '\n': out += "\\n"; return;
        case '\f': out += "\\f"; return;
        case '\r': out += "\\r"; return;
        case '\\': out += "\\\\"; return;
        case '\'': out += "\\'"; return;
        default:
            out += "\\x";
            out += k_upper_digits[(code >> 4U) & 0xFU];
            out += k_upper_digits[code & 0xFU];
    }
}

void append_lone_surrogate(std::string& out, std::string_view bytes) {
    const auto byte = [bytes](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
    };
    const std::uint32_t unit = ((byte(0) & 0xFU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) {
        out += k_lower_digits[(unit >> shift) & 0xFU];
    }
}

bool must_escape(std::uint32_t code, bool escape_single_quote) {
    return code < 0x20 || code == '\\' || (code >= 0x7F && code <= 0x9F) || (code == '\'' && escape_single_quote);
}

std::string with_escapes(std::string_view text, bool escape_single_quote) {
    std::string out;
    out.reserve(text.size() + 2);
    for (std::size_t i = 0; i < text.size();) {
        const DecodedCharacter decoded = decode_character(text, i);
        if (decoded.is_replacement && decoded.length == 3) {
            append_lone_surrogate(out, text.substr(i, 3));
        } else if (must_escape(decoded.code_point, escape_single_quote)) {
            append_escape(out, decoded.code_point);
        } else {
            out += text.substr(i, decoded.length);
        }
        i += decoded.length;
    }
    return out;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool is_name(std::string_view key) {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return !key.empty() && std::isdigit(static_cast<unsigned char>(key[0])) == 0 &&
           std::all_of(key.begin(), key.end(), is_letter);
}

}  // namespace

std::string quoted(std::string_view text) {
    char quote = '\'';
    if (contains(text, "'")) {
        if (!contains(text, "\"")) {
            quote = '"';
        } else if (!contains(text, "`") && !contains(text, "${")) {
            quote = '`';
        }
    }
    return quote + with_escapes(text, quote == '\'') + quote;
}

std::string escaped(std::string_view text) { return with_escapes(text, true); }

std::string property_name(std::string_view key) {
    if (key == "__proto__") {
        return "['__proto__']";
    }
    return is_name(key) ? std::string(key) : quoted(key);
}

}  // namespace evald::js
