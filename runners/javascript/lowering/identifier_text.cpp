#include "lowering/identifier_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace evald::js {

namespace {

bool is_ascii_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

void append_utf8(std::string& out, std::uint32_t point) {
    const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (point < 0x80) {
        add(point);
    } else if (point < 0x800) {
        add(0xC0U | point >> 6U);
        add(0x80U | (point & 0x3FU));
    } else if (point < 0x10000) {
        add(0xE0U | point >> 12U);
        add(0x80U | (point >> 6U & 0x3FU));
        add(0x80U | (point & 0x3FU));
    } else {
        add(0xF0U | point >> 18U);
        add(0x80U | (point >> 12U & 0x3FU));
        add(0x80U | (point >> 6U & 0x3FU));
        add(0x80U | (point & 0x3FU));
    }
}

}  // namespace

std::string without_escapes(std::string_view identifier) {
    if (identifier.find('\\') == std::string_view::npos) {
        return std::string(identifier);
    }
    std::string out;
    for (std::size_t i = 0; i < identifier.size();) {
        if (identifier.substr(i, 2) != "\\u") {
            out += identifier[i++];
            continue;
        }
        const bool has_braces = identifier.substr(i + 2, 1) == "{";
        const std::size_t begin = i + (has_braces ? 3 : 2);
        const std::size_t end = std::min(has_braces ? identifier.find('}', begin) : begin + 4, identifier.size());
        std::uint32_t point = 0;
        std::from_chars(identifier.data() + begin, identifier.data() + end, point, 16);
        append_utf8(out, std::min<std::uint32_t>(point, 0x10FFFF));
        i = end + (has_braces ? 1 : 0);
    }
    return out;
}

bool is_plain_name(std::string_view name) { return std::all_of(name.begin(), name.end(), is_ascii_name_character); }

std::string plain_name(std::string_view name) {
    std::string out;
    for (const char c : name) {
        out += is_ascii_name_character(c) ? c : '_';
    }
    return out;
}

std::string with_escaped_separators(std::string_view literal) {
    std::string out;
    for (std::size_t i = 0; i < literal.size(); ++i) {
        const std::string_view three = literal.substr(i, 3);
        if (literal[i] == '\\' && i + 1 < literal.size()) {  // an escape, or a line that goes on
            out += literal.substr(i, 2);
            ++i;
        } else if (three == "\xe2\x80\xa8" || three == "\xe2\x80\xa9") {
            out += three[2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            out += literal[i];
        }
    }
    return out;
}

std::string string_literal(std::string_view value) {
    std::string out = "\"";
    for (const char c : value) {
        if (c == '\n') {
            out += "\\n";
        } else {
            out += c == '"' || c == '\\' ? "\\" : "";
            out += c;
        }
    }
    return out + "\"";
}

}  // namespace evald::js
