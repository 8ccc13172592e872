#include "middleware/base64url.hpp"

#include <cstdint>

namespace evald::service {
namespace {

constexpr std::string_view k_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::string base64url_encoded(std::string_view bytes) {
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char byte : bytes) {
        bits = (bits << 8U) | static_cast<unsigned char>(byte);
        count += 8;
        while (count >= 6) {
            count -= 6;
            out += k_alphabet[(bits >> count) & 63U];
        }
    }
    if (count > 0) out += k_alphabet[(bits << (6 - count)) & 63U];
    return out;
}

std::optional<std::string> base64url_decoded(std::string_view text) {
    if (text.size() % 4 == 1) return std::nullopt;
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char digit : text) {
        const auto value = k_alphabet.find(digit);
        if (value == std::string_view::npos) return std::nullopt;
        bits = (bits << 6U) | static_cast<std::uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        out += static_cast<char>((bits >> count) & 255U);
    }
    return out;
}

}  // namespace evald::service
