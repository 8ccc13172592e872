#include "bigint/big_integer.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <string>

#include "engine/native_function.hpp"
#include "engine/script_text.hpp"

namespace evald::js {

namespace {

using Integer = boost::multiprecision::cpp_int;

constexpr std::size_t k_most_bits = 8 << 20;

Integer from_hex(std::string_view text) {
    const bool is_negative = !text.empty() && text[0] == '-';
    const Integer magnitude("0x" + std::string(text.substr(is_negative ? 1 : 0)));
    return is_negative ? Integer(-magnitude) : magnitude;
}

std::string in_base(const Integer& value, unsigned radix) {
    if (value == 0) {
        return "0";
    }
    Integer rest = abs(value);
    std::string digits;
    if (radix == 10) {
        digits = rest.str();
    } else if (radix == 16) {
        digits = rest.str(0, std::ios_base::hex);
    } else {
        while (rest != 0) {
            const auto digit = static_cast<unsigned>(rest % radix);
            digits += "0123456789abcdefghijklmnopqrstuvwxyz"[digit];
            rest /= radix;
        }
        std::reverse(digits.begin(), digits.end());
    }
    return value < 0 ? "-" + digits : digits;
}

[[noreturn]] void too_large() { throw NativeError::range_error("Maximum BigInt size exceeded"); }

std::size_t bits_of(const Integer& value) { return value == 0 ? 0 : msb(abs(value)) + 1; }

Integer shifted(const Integer& value, const Integer& count) {
    if (count >= 0) {
        if (value != 0 && count > k_most_bits) {
            too_large();
        }
        return value << static_cast<std::size_t>(count);
    }
    const Integer right = -count;
    if (right > k_most_bits) {
        return value < 0 ? Integer(-1) : Integer(0);
    }
    const auto places = static_cast<std::size_t>(right);
    // Towards minus infinity, as two's complement has it.
    return value < 0 ? Integer(-((-value - 1) >> places) - 1) : Integer(value >> places);
}

Integer raised(const Integer& base, const Integer& exponent) {
    if (exponent < 0) {
        throw NativeError::range_error("Exponent must be non-negative");
    }
    if (base == 0 || base == 1 || exponent == 0) {
        return exponent == 0 ? Integer(1) : base;
    }
    if (base == -1) {
        return exponent % 2 == 0 ? Integer(1) : Integer(-1);
    }
    if (exponent > k_most_bits || bits_of(base) * static_cast<std::size_t>(exponent) > k_most_bits) {
        too_large();
    }
    return pow(base, static_cast<unsigned>(exponent));
}

/// Bitwise operations on two's complement of endless width.
template <class Operation>
Integer bitwise(const Integer& a, const Integer& b, Operation operation) {
    const std::size_t bits = std::max(bits_of(a), bits_of(b)) + 1;
    const Integer modulus = Integer(1) << bits;
    const Integer result = operation(a < 0 ? Integer(a + modulus) : a, b < 0 ? Integer(b + modulus) : b);
    return bit_test(result, static_cast<unsigned>(bits - 1)) ? Integer(result - modulus) : result;
}

Integer operate(std::string_view sign, const Integer& a, const Integer& b) {
    const auto require_divisor = [&b] {
        if (b == 0) {
            throw NativeError::range_error("Division by zero");
        }
    };
    if (sign == "+") {
        return a + b;
    }
    if (sign == "-") {
        return a - b;
    }
    if (sign == "*") {
        if (bits_of(a) + bits_of(b) > k_most_bits) {
            too_large();
        }
        return a * b;
    }
    if (sign == "/") {
        require_divisor();
        return a / b;
    }
    if (sign == "%") {
        require_divisor();
        return a % b;
    }
    if (sign == "**") {
        return raised(a, b);
    }
    if (sign == "<<") {
        return shifted(a, b);
    }
    if (sign == ">>") {
        return shifted(a, -b);
    }
    if (sign == "&") {
        return bitwise(a, b, [](const Integer& x, const Integer& y) { return Integer(x & y); });
    }
    if (sign == "|") {
        return bitwise(a, b, [](const Integer& x, const Integer& y) { return Integer(x | y); });
    }
    if (sign == "^") {
        return bitwise(a, b, [](const Integer& x, const Integer& y) { return Integer(x ^ y); });
    }
    throw NativeError::type_error("BigInts have no unsigned right shift, use >> instead");
}

duk_ret_t big_operate(Runtime& /*runtime*/, duk_context* ctx) {
    const Integer a = from_hex(string_at(ctx, 1));
    const Integer b = from_hex(string_at(ctx, 2));
    if (string_at(ctx, 0) == "compare") {
        duk_push_int(ctx, a < b ? -1 : a > b ? 1 : 0);
        return 1;
    }
    push_text(ctx, in_base(operate(string_at(ctx, 0), a, b), 16));
    return 1;
}

duk_ret_t big_parse(Runtime& /*runtime*/, duk_context* ctx) {
    std::string text(string_at(ctx, 0));
    const auto is_blank = [](char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
    };
    while (!text.empty() && is_blank(text.back())) {
        text.pop_back();
    }
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), is_blank));
    unsigned radix = 10;
    bool is_negative = false;
    std::size_t at = 0;
    if (text.size() > 2 && text[0] == '0' &&
        (text[1] == 'x' || text[1] == 'X' || text[1] == 'o' || text[1] == 'O' || text[1] == 'b' || text[1] == 'B')) {
        radix = text[1] == 'x' || text[1] == 'X' ? 16 : text[1] == 'o' || text[1] == 'O' ? 8 : 2;
        at = 2;
    } else if (text.size() > 1 && (text[0] == '-' || text[0] == '+')) {
        is_negative = text[0] == '-';
        at = 1;
    }
    Integer value = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : 99;
        if (digit >= static_cast<int>(radix)) {
            return 0;
        }
        value = value * radix + digit;
    }
    push_text(ctx, in_base(is_negative ? Integer(-value) : value, 16));
    return 1;
}

duk_ret_t big_format(Runtime& /*runtime*/, duk_context* ctx) {
    push_text(ctx, in_base(from_hex(string_at(ctx, 0)), static_cast<unsigned>(duk_get_int(ctx, 1))));
    return 1;
}

duk_ret_t big_from_number(Runtime& /*runtime*/, duk_context* ctx) {
    push_text(ctx, in_base(Integer(duk_get_number(ctx, 0)), 16));
    return 1;
}

duk_ret_t big_to_number(Runtime& /*runtime*/, duk_context* ctx) {
    duk_push_number(ctx, from_hex(string_at(ctx, 0)).convert_to<double>());
    return 1;
}

duk_ret_t big_wrap(Runtime& /*runtime*/, duk_context* ctx) {
    const double bits = duk_get_number(ctx, 1);
    if (bits > static_cast<double>(k_most_bits)) {
        too_large();
    }
    const Integer modulus = Integer(1) << static_cast<std::size_t>(bits);
    Integer value = from_hex(string_at(ctx, 0)) % modulus;
    value += value < 0 ? modulus : Integer(0);
    const bool is_signed = duk_get_boolean(ctx, 2) != 0;
    if (is_signed && bits > 0 && value >= modulus / 2) {
        value -= modulus;
    }
    push_text(ctx, in_base(value, 16));
    return 1;
}

}  // namespace

void define_big_integer_natives(duk_context* ctx) {
    const auto put = [ctx](const char* name, duk_c_function function, duk_idx_t count) {
        duk_push_c_function(ctx, function, count);
        duk_put_prop_string(ctx, -2, name);
    };
    put("bigOperate", native<big_operate>, 3);
    put("bigParse", native<big_parse>, 1);
    put("bigFormat", native<big_format>, 2);
    put("bigFromNumber", native<big_from_number>, 1);
    put("bigToNumber", native<big_to_number>, 1);
    put("bigWrap", native<big_wrap>, 3);
}

}  // namespace evald::js
