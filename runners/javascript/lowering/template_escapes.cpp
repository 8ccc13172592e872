#include "lowering/template_escapes.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

namespace evald::js {

namespace {

bool is_hex(std::string_view digits, std::size_t count) {
    if (digits.size() < count) {
        return false;
    }
    for (const char c : digits.substr(0, count)) {
        if (std::isxdigit(static_cast<unsigned char>(c)) == 0) {
            return false;
        }
    }
    return true;
}

bool is_code_point(std::string_view rest) {
    const std::size_t end = rest.find('}');
    if (rest.empty() || rest[0] != '{' || end == std::string_view::npos || end < 2 ||
        !is_hex(rest.substr(1), end - 1)) {
        return false;
    }
    std::size_t zeros = 1;
    while (rest[zeros] == '0') {
        ++zeros;
    }
    return end - zeros <= 6 && std::strtoul(std::string(rest.substr(1, end - 1)).c_str(), nullptr, 16) <= 0x10FFFF;
}

}  // namespace

const char* template_escape_fault(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(std::min(at + 2, text.size()));
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (next == 'u') {
        return is_hex(rest, 4) || is_code_point(rest) ? nullptr : "Invalid Unicode escape sequence";
    }
    if (next == 'x') {
        return is_hex(rest, 2) ? nullptr : "Invalid hexadecimal escape sequence";
    }
    const bool is_zero = next == '0' && (rest.empty() || std::isdigit(static_cast<unsigned char>(rest[0])) == 0);
    const bool is_octal = std::isdigit(static_cast<unsigned char>(next)) != 0 && !is_zero;
    return is_octal ? "Octal escape sequences are not allowed in template strings." : nullptr;
}

const char* template_text_fault(std::string_view text) {
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 2)) {
        if (const char* fault = template_escape_fault(text, at); fault != nullptr) {
            return fault;
        }
    }
    return nullptr;
}

}  // namespace evald::js
