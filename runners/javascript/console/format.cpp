#include "console/format.hpp"

#include <cmath>
#include <optional>

#include "display/json_value.hpp"
#include "duktape/introspection.h"
#include "engine/guarded.hpp"
#include "engine/intrinsics.hpp"
#include "engine/script_text.hpp"
#include "inspect/inspector.hpp"
#include "inspect/object_view.hpp"
#include "inspect/script_collections.hpp"
#include "protocol/number_text.hpp"

namespace evald::js {

namespace {

std::string signed_number_text(double number) {
    return number == 0 && std::signbit(number) ? "-0" : number_text(number);
}

/// Is the value a function that a script made, not the engine or our library?
bool is_of_script(duk_context* ctx, duk_idx_t index) {
    return evald_is_library_function(ctx, index) == 0;
}

/// Does the object convert itself to text in a way of its own?
bool has_own_conversion(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    push_plain_property(ctx, index, "toString");
    if (is_of_script(ctx, -1)) {
        return true;
    }
    push_property(ctx, index, DUK_WELLKNOWN_SYMBOL("Symbol.toPrimitive"));
    return is_of_script(ctx, -1);
}

std::string as_string(duk_context* ctx, duk_idx_t index) {
    if (duk_is_number(ctx, index) != 0) {
        return signed_number_text(duk_get_number(ctx, index));
    }
    if (duk_is_symbol(ctx, index) != 0) {
        return symbol_text(ctx, index);
    }
    if (const std::string digits = big_integer_digits(ctx, index); !digits.empty()) {
        return digits + "n";
    }
    if (duk_is_object(ctx, index) == 0 || duk_is_function(ctx, index) != 0 || has_own_conversion(ctx, index)) {
        return coerced_text(ctx, index);
    }
    InspectOptions options;
    options.depth = 0;
    return Inspector(ctx, options).inspect(index);
}

std::string as_number(duk_context* ctx, duk_idx_t index) {
    if (duk_is_symbol(ctx, index) != 0) {
        return "NaN";
    }
    if (const std::string digits = big_integer_digits(ctx, index); !digits.empty()) {
        return digits + "n";
    }
    const StackMark mark(ctx);
    guarded(ctx, 0, 1, [index](duk_context* inner) {
        duk_dup(inner, index);
        duk_to_number(inner, -1);
    });
    return signed_number_text(duk_get_number(ctx, -1));
}

std::string parsed_number(duk_context* ctx, duk_idx_t index, Intrinsic parse) {
    if (duk_is_symbol(ctx, index) != 0) {
        return "NaN";
    }
    const StackMark mark(ctx);
    guarded(ctx, 0, 1, [index, parse](duk_context* inner) {
        push_intrinsic(inner, parse);
        duk_dup(inner, index);
        duk_call(inner, 1);
    });
    return signed_number_text(duk_get_number(ctx, -1));
}

std::string as_detailed(duk_context* ctx, duk_idx_t index) {
    InspectOptions options;
    options.show_hidden = true;
    options.show_proxy = true;
    options.depth = 4;
    return Inspector(ctx, options).inspect(index);
}

/// The text of one specifier; nothing if the letter is none.
std::optional<std::string> converted(duk_context* ctx, duk_idx_t index, char letter, const InspectOptions& options) {
    switch (letter) {
        case 's': return as_string(ctx, index);
        case 'd': return as_number(ctx, index);
        case 'i': return big_integer_digits(ctx, index).empty() ? parsed_number(ctx, index, Intrinsic::parse_int)
                                                               : as_number(ctx, index);
        case 'f': return parsed_number(ctx, index, Intrinsic::parse_float);
        case 'j': return duk_is_undefined(ctx, index) != 0 ? "undefined" : JsonValueWriter(ctx).write(index);
        case 'O': return Inspector(ctx, options).inspect(index);
        case 'o': return as_detailed(ctx, index);
        case 'c': return "";
        default: return std::nullopt;
    }
}

/// Fills in a format string; `next` moves past the arguments that it used.
void append_formatted(duk_context* ctx, std::string& out, std::string_view format, duk_idx_t& next,
                      const InspectOptions& options) {
    std::size_t copied = 0;
    for (std::size_t i = 0; i + 1 < format.size(); ++i) {
        if (format[i] != '%') {
            continue;
        }
        const char letter = format[i + 1];
        std::optional<std::string> text;
        if (letter == '%') {
            text = "%";
        } else if (next < duk_get_top(ctx)) {
            text = converted(ctx, next, letter, options);
            next += text ? 1 : 0;
        }
        if (text) {
            out += format.substr(copied, i - copied);
            out += *text;
            copied = i + 2;
        }
        ++i;
    }
    out += format.substr(copied);
}

}  // namespace

std::string format_arguments(duk_context* ctx, duk_idx_t first, const InspectOptions& options) {
    std::string out;
    duk_idx_t next = first;
    if (is_string(ctx, first)) {
        const std::string_view format = string_at(ctx, first);
        ++next;
        if (next == duk_get_top(ctx) || format.find('%') == std::string_view::npos) {
            out = format;
        } else {
            append_formatted(ctx, out, format, next, options);
        }
    }
    for (; next < duk_get_top(ctx); ++next) {
        out += next == first ? "" : " ";
        if (is_string(ctx, next)) {
            out += string_at(ctx, next);
        } else {
            out += Inspector(ctx, options).inspect(next);
        }
    }
    return out;
}

}  // namespace evald::js
