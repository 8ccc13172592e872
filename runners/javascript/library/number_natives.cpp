#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "library/natives.hpp"
#include "protocol/number_text.hpp"

namespace evald::js {

namespace {

/// All digits of a number, which are finite: "123.4375".
std::string exact_digits(double value) {
    constexpr int k_most_decimals = 1074;
    std::string text(static_cast<std::size_t>(std::snprintf(nullptr, 0, "%.*f", k_most_decimals, value)) + 1, '\0');
    std::snprintf(text.data(), text.size(), "%.*f", k_most_decimals, value);
    text.pop_back();
    return text;
}

/// Cuts a decimal text after `kept` digits, rounded half up; the text may grow by a digit in front.
std::string rounded(std::string digits, std::size_t kept) {
    const bool up = kept < digits.size() && digits[kept] >= '5';
    digits.resize(kept, '0');
    if (!up) {
        return digits;
    }
    for (std::size_t i = kept; i-- > 0;) {
        if (digits[i] != '9') {
            ++digits[i];
            return digits;
        }
        digits[i] = '0';
    }
    return "1" + digits;
}

std::string fixed(double value, int decimals) {
    const std::string exact = exact_digits(std::fabs(value));
    const std::size_t point = exact.find('.');
    const std::string all = exact.substr(0, point) + exact.substr(point + 1);
    std::string digits = rounded(all, point + static_cast<std::size_t>(decimals));
    const std::size_t whole = digits.size() - static_cast<std::size_t>(decimals);
    std::string text = digits.substr(0, whole);
    if (decimals > 0) {
        text += "." + digits.substr(whole);
    }
    return (value < 0 ? "-" : "") + text;
}

/// Significant digits and the exponent of the first.
std::pair<std::string, int> significant(double value, int count) {
    const std::string exact = exact_digits(std::fabs(value));
    const std::size_t point = exact.find('.');
    std::string all = exact.substr(0, point) + exact.substr(point + 1);
    const std::size_t first = all.find_first_not_of('0');
    if (first == std::string::npos) {
        return {std::string(static_cast<std::size_t>(count), '0'), 0};
    }
    int exponent = static_cast<int>(point) - static_cast<int>(first) - 1;
    std::string digits = rounded(all.substr(first), static_cast<std::size_t>(count));
    if (digits.size() > static_cast<std::size_t>(count)) {
        digits.pop_back();
        ++exponent;
    }
    return {digits, exponent};
}

std::string with_exponent(double value, int count) {
    const auto [digits, exponent] = significant(value, count);
    const std::string fraction = count > 1 ? "." + digits.substr(1) : "";
    return (value < 0 ? "-" : "") + digits.substr(0, 1) + fraction + (exponent < 0 ? "e-" : "e+") +
           std::to_string(std::abs(exponent));
}

std::string precise(double value, int count) {
    const auto [digits, exponent] = significant(value, count);
    if (exponent < -6 || exponent >= count) {
        return with_exponent(value, count);
    }
    return fixed(value, count - 1 - exponent);
}

/// formatNumber(value, "toFixed" | "toPrecision" | "toExponential", digits)
duk_ret_t format_number(Runtime& /*runtime*/, duk_context* ctx) {
    const double value = duk_get_number(ctx, 0);
    const std::string_view how = string_at(ctx, 1);
    const int digits = duk_get_int(ctx, 2);
    push_text(ctx, how == "toFixed"       ? fixed(value, digits)
                   : how == "toPrecision" ? precise(value, digits)
                                          : with_exponent(value, digits + 1));
    return 1;
}

/// jsonText(text): as JSON.stringify should have written it: lone surrogates escaped, line separators not.
duk_ret_t json_text(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string_view text = string_at(ctx, 0);
    if (text.find('\xED') == std::string_view::npos && text.find("\\u202") == std::string_view::npos &&
        text.find('\x7F') == std::string_view::npos && text.find("\\u007f") == std::string_view::npos) {
        duk_dup(ctx, 0);
        return 1;
    }
    std::string out;
    const auto unit_at = [text](std::size_t i) -> unsigned {
        if (i + 2 >= text.size() || text[i] != '\xED') {
            return 0;
        }
        return 0xD000U | ((static_cast<unsigned char>(text[i + 1]) & 0x3FU) << 6U) |
               (static_cast<unsigned char>(text[i + 2]) & 0x3FU);
    };
    for (std::size_t i = 0; i < text.size();) {
        const unsigned unit = unit_at(i);
        if (text[i] == '\\') {
            const std::string_view escape = text.substr(i, 6);
            const bool is_plain = escape == "\\u2028" || escape == "\\u2029" || escape == "\\u007f";
            if (is_plain) {
                out += escape == "\\u2028" ? "\xE2\x80\xA8" : escape == "\\u2029" ? "\xE2\x80\xA9" : "\x7F";
                i += 6;
            } else {
                out += text.substr(i, 2);
                i += 2;
            }
        } else if (unit >= 0xD800 && unit < 0xDC00 && unit_at(i + 3) >= 0xDC00) {
            out += text.substr(i, 6);
            i += 6;
        } else if (unit >= 0xD800) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", unit);
            out += escape.data();
            i += 3;
        } else {
            out += text[i++];
        }
    }
    push_text(ctx, out);
    return 1;
}

}  // namespace

void define_number_natives(duk_context* ctx) {
    duk_push_c_function(ctx, native<format_number>, 3);
    duk_put_prop_string(ctx, -2, "formatNumber");
    duk_push_c_function(ctx, native<json_text>, 1);
    duk_put_prop_string(ctx, -2, "jsonText");
}

}  // namespace evald::js

/// Called by the engine for every number that becomes decimal text: the shortest digits, quickly.
extern "C" std::size_t evald_number_text(double value, char* out) {
    const std::string text = evald::js::number_text(value);
    std::memcpy(out, text.data(), text.size());
    return text.size();
}
