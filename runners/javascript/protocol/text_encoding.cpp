#include "protocol/text_encoding.hpp"

#include <algorithm>

namespace evald::js {

namespace {

constexpr std::uint32_t k_replacement = 0xFFFD;

std::uint32_t byte_at(std::string_view text, std::size_t position) {
    return static_cast<unsigned char>(text[position]);
}

bool is_continuation(std::string_view text, std::size_t position) {
    return position < text.size() && (byte_at(text, position) & 0xC0U) == 0x80U;
}

std::uint32_t tail_bits(std::string_view text, std::size_t position) { return byte_at(text, position) & 0x3FU; }

/// The 16-bit value of a three-byte sequence, or 0 (which no three bytes encode) if there is none here.
std::uint32_t three_bytes(std::string_view text, std::size_t position) {
    if (position >= text.size() || (byte_at(text, position) & 0xF0U) != 0xE0U || !is_continuation(text, position + 1) ||
        !is_continuation(text, position + 2)) {
        return 0;
    }
    const std::uint32_t value = ((byte_at(text, position) & 0x0FU) << 12U) | (tail_bits(text, position + 1) << 6U) |
                                tail_bits(text, position + 2);
    return value < 0x800 ? 0 : value;
}

bool is_high_surrogate(std::uint32_t value) { return value >= 0xD800 && value <= 0xDBFF; }
bool is_low_surrogate(std::uint32_t value) { return value >= 0xDC00 && value <= 0xDFFF; }

DecodedCharacter decode_three(std::string_view text, std::size_t position) {
    const std::uint32_t value = three_bytes(text, position);
    if (value == 0) {
        return {k_replacement, 1, true};
    }
    if (is_high_surrogate(value)) {
        const std::uint32_t low = three_bytes(text, position + 3);
        if (is_low_surrogate(low)) {
            return {0x10000 + ((value - 0xD800) << 10U) + (low - 0xDC00), 6, false};
        }
    }
    if (is_high_surrogate(value) || is_low_surrogate(value)) {
        return {k_replacement, 3, true};
    }
    return {value, 3, false};
}

DecodedCharacter decode_four(std::string_view text, std::size_t position) {
    if (!is_continuation(text, position + 1) || !is_continuation(text, position + 2) ||
        !is_continuation(text, position + 3)) {
        return {k_replacement, 1, true};
    }
    const std::uint32_t value = ((byte_at(text, position) & 0x07U) << 18U) | (tail_bits(text, position + 1) << 12U) |
                                (tail_bits(text, position + 2) << 6U) | tail_bits(text, position + 3);
    if (value < 0x10000 || value > 0x10FFFF) {
        return {k_replacement, 1, true};
    }
    return {value, 4, false};
}

void append_surrogate(std::string& out, std::uint32_t unit) {
    out += static_cast<char>(0xE0U | (unit >> 12U));
    out += static_cast<char>(0x80U | ((unit >> 6U) & 0x3FU));
    out += static_cast<char>(0x80U | (unit & 0x3FU));
}

bool is_ascii(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) < 0; });
}

}  // namespace

DecodedCharacter decode_character(std::string_view text, std::size_t position) {
    const std::uint32_t lead = byte_at(text, position);
    if (lead < 0x80) {
        return {lead, 1, false};
    }
    if (lead >= 0xC2 && lead < 0xE0 && is_continuation(text, position + 1)) {
        return {((lead & 0x1FU) << 6U) | tail_bits(text, position + 1), 2, false};
    }
    if ((lead & 0xF0U) == 0xE0U) {
        return decode_three(text, position);
    }
    if (lead >= 0xF0 && lead < 0xF5) {
        return decode_four(text, position);
    }
    return {k_replacement, 1, true};
}

void append_utf8(std::string& out, std::uint32_t code_point) {
    if (code_point < 0x80) {
        out += static_cast<char>(code_point);
    } else if (code_point < 0x800) {
        out += static_cast<char>(0xC0U | (code_point >> 6U));
        out += static_cast<char>(0x80U | (code_point & 0x3FU));
    } else if (code_point < 0x10000) {
        append_surrogate(out, code_point);
    } else {
        out += static_cast<char>(0xF0U | (code_point >> 18U));
        out += static_cast<char>(0x80U | ((code_point >> 12U) & 0x3FU));
        out += static_cast<char>(0x80U | ((code_point >> 6U) & 0x3FU));
        out += static_cast<char>(0x80U | (code_point & 0x3FU));
    }
}

std::string to_utf8(std::string_view text) {
    if (is_ascii(text)) {
        return std::string(text);
    }
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const DecodedCharacter decoded = decode_character(text, i);
        append_utf8(out, decoded.code_point);
        i += decoded.length;
    }
    return out;
}

std::string to_script_text(std::string_view utf8) {
    if (is_ascii(utf8)) {
        return std::string(utf8);
    }
    std::string out;
    out.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size();) {
        const DecodedCharacter decoded = decode_character(utf8, i);
        if (decoded.code_point >= 0x10000) {
            append_surrogate(out, 0xD800 + ((decoded.code_point - 0x10000) >> 10U));
            append_surrogate(out, 0xDC00 + ((decoded.code_point - 0x10000) & 0x3FFU));
        } else {
            append_utf8(out, decoded.code_point);
        }
        i += decoded.length;
    }
    return out;
}

std::size_t utf16_length(std::string_view text) {
    std::size_t length = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) != 0x80U) {
            length += byte >= 0xF0 ? 2 : 1;  // every other lead byte stands for one unit, a surrogate included
        }
    }
    return length;
}

std::size_t character_boundary(std::string_view text, std::size_t limit) {
    if (limit >= text.size()) {
        return text.size();
    }
    std::size_t end = limit;
    while (end > 0 && limit - end < 3 && is_continuation(text, end)) {
        --end;
    }
    // Both halves of a surrogate pair stay together.
    if (end >= 3 && is_low_surrogate(three_bytes(text, end)) && is_high_surrogate(three_bytes(text, end - 3))) {
        end -= 3;
    }
    return end == 0 ? limit : end;
}

}  // namespace evald::js
