#include "base/base64.hpp"

#include <array>

namespace evald {
namespace {

constexpr std::string_view k_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t k_none = 255;

constexpr std::array<std::uint8_t, 256> make_values() {
    std::array<std::uint8_t, 256> values{};
    values.fill(k_none);
    for (std::size_t i = 0; i < k_alphabet.size(); ++i)
        values[static_cast<unsigned char>(k_alphabet[i])] = static_cast<std::uint8_t>(i);
    values['-'] = 62;
    values['_'] = 63;
    return values;
}

constexpr std::array<std::uint8_t, 256> k_values = make_values();

constexpr bool is_white_space(char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; }

}  // namespace

std::optional<std::string> canonical_base64(std::string_view text) {
    std::string clean;
    clean.reserve(text.size() + 3);
    std::size_t padding = 0;
    for (const char c : text) {
        if (is_white_space(c)) continue;
        if (c == '=') {
            ++padding;
            continue;
        }
        const std::uint8_t value = k_values[static_cast<unsigned char>(c)];
        if (value == k_none || padding != 0) return std::nullopt;
        clean += k_alphabet[value];
    }
    const std::size_t wanted = (4 - clean.size() % 4) % 4;
    if (clean.empty() || wanted == 3 || (padding != 0 && padding != wanted)) return std::nullopt;
    clean.append(wanted, '=');
    return clean;
}

std::uint64_t base64_decoded_size(std::string_view base64) {
    const auto padding = static_cast<std::uint64_t>(base64.size() - base64.find_last_not_of('=') - 1);
    return base64.empty() ? 0 : base64.size() / 4 * 3 - padding;
}

std::string decode_base64(std::string_view base64) {
    std::string bytes;
    bytes.reserve(base64.size() / 4 * 3);
    std::uint32_t bits = 0;
    int filled = 0;
    for (const char c : base64) {
        const std::uint8_t value = k_values[static_cast<unsigned char>(c)];
        if (value == k_none) break;
        bits = bits << 6U | value;
        filled += 6;
        if (filled < 8) continue;
        filled -= 8;
        bytes += static_cast<char>(bits >> static_cast<unsigned>(filled) & 0xFFU);
    }
    return bytes;
}

}  // namespace evald
