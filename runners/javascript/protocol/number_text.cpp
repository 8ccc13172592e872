#include "protocol/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace evald::js {

namespace {

/// The shortest digits that read back as the same number, and where the decimal point stands relative to them.
struct Decimal {
    std::string digits;
    int point;
};

Decimal shortest_decimal(double value) {
    std::array<char, 40> buffer{};
    const auto written = std::to_chars(buffer.begin(), buffer.end(), value, std::chars_format::scientific);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data()));
    const std::size_t e = text.find('e');
    int exponent = 0;
    const std::size_t sign = text[e + 1] == '+' ? 1 : 0;
    std::from_chars(text.begin() + e + 1 + sign, text.end(), exponent);
    std::string digits(1, text[0]);
    if (e > 2) {
        digits += text.substr(2, e - 2);
    }
    return {digits, exponent + 1};
}

std::string with_exponent(const Decimal& decimal) {
    std::string text(1, decimal.digits[0]);
    if (decimal.digits.size() > 1) {
        text += '.' + decimal.digits.substr(1);
    }
    const int exponent = decimal.point - 1;
    return text + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

}  // namespace

std::string number_text(double value) {
    if (std::isnan(value)) {
        return "NaN";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-Infinity" : "Infinity";
    }
    constexpr double k_exact_integers = 9007199254740992.0;
    if (std::trunc(value) == value && std::fabs(value) < k_exact_integers) {
        return std::to_string(static_cast<long long>(value));
    }
    const std::string sign = value < 0 ? "-" : "";
    const Decimal decimal = shortest_decimal(std::fabs(value));
    const int count = static_cast<int>(decimal.digits.size());
    if (count <= decimal.point && decimal.point <= 21) {
        return sign + decimal.digits + std::string(static_cast<std::size_t>(decimal.point - count), '0');
    }
    if (0 < decimal.point && decimal.point <= 21) {
        const auto point = static_cast<std::size_t>(decimal.point);
        return sign + decimal.digits.substr(0, point) + '.' + decimal.digits.substr(point);
    }
    if (-6 < decimal.point && decimal.point <= 0) {
        return sign + "0." + std::string(static_cast<std::size_t>(-decimal.point), '0') + decimal.digits;
    }
    return sign + with_exponent(decimal);
}

}  // namespace evald::js
