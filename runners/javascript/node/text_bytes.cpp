#include "node/text_bytes.hpp"

#include <array>
#include <cstdint>

#include "display/base64.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

/// Calls `visit` with each UTF-16 unit; the engine's text has one for each character of one to three bytes.
template <class Visit>
void for_each_unit(std::string_view text, Visit&& visit) {
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = [&](std::size_t at) -> unsigned {
            return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
        };
        const unsigned first = byte(i);
        if (first < 0x80U) {
            visit(first);
            i += 1;
        } else if (first < 0xE0U) {
            visit(((first & 0x1FU) << 6U) | (byte(i + 1) & 0x3FU));
            i += 2;
        } else {
            visit(((first & 0xFU) << 12U) | ((byte(i + 1) & 0x3FU) << 6U) | (byte(i + 2) & 0x3FU));
            i += 3;
        }
    }
}

/// Appends one unit as the engine keeps it.
void append_unit(std::string& out, unsigned unit) {
    if (unit < 0x80U) {
        out += static_cast<char>(unit);
    } else if (unit < 0x800U) {
        out += static_cast<char>(0xC0U | (unit >> 6U));
        out += static_cast<char>(0x80U | (unit & 0x3FU));
    } else {
        out += static_cast<char>(0xE0U | (unit >> 12U));
        out += static_cast<char>(0x80U | ((unit >> 6U) & 0x3FU));
        out += static_cast<char>(0x80U | (unit & 0x3FU));
    }
}

int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

std::string from_hex(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const int high = hex_digit(text[i]);
        const int low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) {
            break;
        }
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

std::string to_hex(std::string_view bytes) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    std::string out;
    for (const char c : bytes) {
        out += k_digits[static_cast<unsigned char>(c) >> 4U];
        out += k_digits[static_cast<unsigned char>(c) & 0xFU];
    }
    return out;
}

/// Both alphabets; what belongs to neither is passed over, "=" ends the text.
std::string from_base64(std::string_view text) {
    static const std::array<signed char, 256> values = [] {
        std::array<signed char, 256> table{};
        table.fill(-1);
        constexpr std::string_view k_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (std::size_t i = 0; i < k_alphabet.size(); ++i) {
            table[static_cast<unsigned char>(k_alphabet[i])] = static_cast<signed char>(i);
        }
        table['-'] = 62;
        table['_'] = 63;
        return table;
    }();
    std::string out;
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char c : text) {
        if (c == '=') {
            break;
        }
        const signed char value = values[static_cast<unsigned char>(c)];
        if (value < 0) {
            continue;
        }
        group = (group << 6U) | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out += static_cast<char>((group >> bits) & 0xFFU);
        }
    }
    return out;
}

std::string to_base64_url(std::string_view bytes) {
    std::string out = base64(bytes);
    out.resize(out.find_last_not_of('=') + 1);
    for (char& c : out) {
        c = c == '+' ? '-' : c == '/' ? '_' : c;
    }
    return out;
}

}  // namespace

std::optional<TextEncoding> text_encoding(std::string_view name) {
    std::string lower(name);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    if (lower == "utf8" || lower == "utf-8") return TextEncoding::utf8;
    if (lower == "hex") return TextEncoding::hex;
    if (lower == "base64") return TextEncoding::base64;
    if (lower == "base64url") return TextEncoding::base64url;
    if (lower == "latin1" || lower == "binary") return TextEncoding::latin1;
    if (lower == "ascii") return TextEncoding::ascii;
    if (lower == "utf16le" || lower == "utf-16le" || lower == "ucs2" || lower == "ucs-2") return TextEncoding::utf16;
    return std::nullopt;
}

std::string encode_text(std::string_view script_text, TextEncoding encoding) {
    std::string out;
    switch (encoding) {
        case TextEncoding::utf8: return to_utf8(script_text);
        case TextEncoding::hex: return from_hex(script_text);
        case TextEncoding::base64:
        case TextEncoding::base64url: return from_base64(script_text);
        case TextEncoding::latin1:
        case TextEncoding::ascii:
            for_each_unit(script_text, [&out](unsigned unit) { out += static_cast<char>(unit & 0xFFU); });
            return out;
        case TextEncoding::utf16:
            for_each_unit(script_text, [&out](unsigned unit) {
                out += static_cast<char>(unit & 0xFFU);
                out += static_cast<char>((unit >> 8U) & 0xFFU);
            });
            return out;
    }
    return out;
}

std::string decode_bytes(std::string_view bytes, TextEncoding encoding) {
    std::string out;
    switch (encoding) {
        case TextEncoding::utf8: return to_script_text(bytes);
        case TextEncoding::hex: return to_hex(bytes);
        case TextEncoding::base64: return base64(bytes);
        case TextEncoding::base64url: return to_base64_url(bytes);
        case TextEncoding::latin1:
            for (const char c : bytes) {
                append_unit(out, static_cast<unsigned char>(c));
            }
            return out;
        case TextEncoding::ascii:
            for (const char c : bytes) {
                out += static_cast<char>(static_cast<unsigned char>(c) & 0x7FU);
            }
            return out;
        case TextEncoding::utf16:
            for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
                append_unit(out, static_cast<unsigned>(static_cast<unsigned char>(bytes[i])) |
                                     (static_cast<unsigned>(static_cast<unsigned char>(bytes[i + 1])) << 8U));
            }
            return out;
    }
    return out;
}

}  // namespace evald::js
