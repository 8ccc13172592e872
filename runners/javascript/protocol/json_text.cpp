#include "protocol/json_text.hpp"

#include <array>
#include <cmath>

#include "protocol/number_text.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

/// Bytes that can't be copied as they are.
constexpr std::array<bool, 256> make_special_bytes() {
    std::array<bool, 256> special{};
    for (std::size_t i = 0; i < 256; ++i) {
        special[i] = i < 0x20 || i >= 0x80 || i == '"' || i == '\\';
    }
    return special;
}
constexpr std::array<bool, 256> k_special = make_special_bytes();

std::size_t plain_run(std::string_view text, std::size_t position) {
    std::size_t end = position;
    while (end < text.size() && !k_special[static_cast<unsigned char>(text[end])]) {
        ++end;
    }
    return end;
}

void append_control(std::string& out, unsigned char byte) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    switch (byte) {
        case '\n': out += "\\n"; return;
        case '\t': out += "\\t"; return;
        case '\r': out += "\\r"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        default:
            out += "\\u00";
            out += k_digits[byte >> 4U];
            out += k_digits[byte & 0xFU];
    }
}

}  // namespace

void append_json_escaped(std::string& out, std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = plain_run(text, i);
        out.append(text, i, end - i);
        if (end == text.size()) {
            return;
        }
        const auto byte = static_cast<unsigned char>(text[end]);
        i = end + 1;
        if (byte >= 0x80) {
            const DecodedCharacter decoded = decode_character(text, end);
            append_utf8(out, decoded.code_point);
            i = end + decoded.length;
        } else if (byte < 0x20) {
            append_control(out, byte);
        } else {
            out += '\\';
            out += text[end];
        }
    }
}

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    append_json_escaped(out, text);
    out += '"';
}

void append_json_number(std::string& out, double value) { out += std::isfinite(value) ? number_text(value) : "null"; }

}  // namespace evald::js
