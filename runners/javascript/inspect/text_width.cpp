#include "inspect/text_width.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

struct Range {
    std::uint32_t first;
    std::uint32_t last;
};

constexpr std::array<Range, 8> k_zero_width{{{0x0, 0x1F},
                                             {0x7F, 0x9F},
                                             {0x300, 0x36F},
                                             {0x200B, 0x200F},
                                             {0x20D0, 0x20FF},
                                             {0xFE00, 0xFE0F},
                                             {0xFE20, 0xFE2F},
                                             {0xE0100, 0xE01EF}}};

constexpr std::array<Range, 13> k_double_width{{{0x1100, 0x115F},
                                                {0x2329, 0x232A},
                                                {0x2E80, 0x303E},
                                                {0x3041, 0x33FF},
                                                {0x3400, 0x4DBF},
                                                {0x4E00, 0xA4CF},
                                                {0xA960, 0xA97F},
                                                {0xAC00, 0xD7A3},
                                                {0xF900, 0xFAFF},
                                                {0xFE10, 0xFE6B},
                                                {0xFF01, 0xFF60},
                                                {0xFFE0, 0xFFE6},
                                                {0x1F300, 0x1FAFF}}};

template <std::size_t count>
bool is_in(const std::array<Range, count>& ranges, std::uint32_t code) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [code](const Range& range) { return code >= range.first && code <= range.last; });
}

std::size_t columns(std::uint32_t code) {
    if (code >= 0x20 && code < 0x7F) {
        return 1;
    }
    if (is_in(k_zero_width, code)) {
        return 0;
    }
    return is_in(k_double_width, code) || (code >= 0x20000 && code <= 0x3FFFD) ? 2 : 1;
}

}  // namespace

std::size_t text_width(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const DecodedCharacter decoded = decode_character(text, i);
        width += columns(decoded.code_point);
        i += decoded.length;
    }
    return width;
}

}  // namespace evald::js
