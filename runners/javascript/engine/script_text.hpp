#pragma once

#include <duktape.h>

#include <string>
#include <string_view>

namespace evald::js {

/// The bytes of the string at `index` as the engine keeps them (CESU-8); empty if it is no string or a symbol. Valid
/// while the string is reachable. Never throws.
inline std::string_view string_at(duk_context* ctx, duk_idx_t index) {
    if (duk_is_symbol(ctx, index)) {
        return {};
    }
    duk_size_t length = 0;
    const char* bytes = duk_get_lstring(ctx, index, &length);
    return bytes != nullptr ? std::string_view(bytes, length) : std::string_view();
}

/// A string, and no symbol (which the engine's API counts among strings).
inline bool is_string(duk_context* ctx, duk_idx_t index) {
    return duk_is_string(ctx, index) && !duk_is_symbol(ctx, index);
}

/// "Symbol(description)". Never throws.
std::string symbol_text(duk_context* ctx, duk_idx_t index);

/// ToString of the value, which may run the script's own conversions: throws ScriptError.
std::string coerced_text(duk_context* ctx, duk_idx_t index);

/// Pushes script text. Throws ScriptError when memory runs out.
void push_text(duk_context* ctx, std::string_view text);

/// An optional argument: nothing for undefined and null.
bool has_argument(duk_context* ctx, duk_idx_t index);

}  // namespace evald::js
