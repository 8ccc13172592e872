#include "engine/script_text.hpp"

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"

namespace evald::js {

std::string symbol_text(duk_context* ctx, duk_idx_t index) {
    duk_size_t length = 0;
    const char* bytes = duk_get_lstring(ctx, index, &length);
    std::string_view text = bytes != nullptr ? std::string_view(bytes, length) : std::string_view();
    // One byte says what kind it is; local symbols end with 0xFF and a number that makes them unique.
    text.remove_prefix(text.empty() ? 0 : 1);
    return "Symbol(" + std::string(text.substr(0, text.find('\xFF'))) + ")";
}

std::string coerced_text(duk_context* ctx, duk_idx_t index) {
    if (is_string(ctx, index)) {
        return std::string(string_at(ctx, index));
    }
    const StackMark mark(ctx);
    index = duk_normalize_index(ctx, index);
    guarded(ctx, 0, 1, [index](duk_context* inner) {
        duk_dup(inner, index);
        duk_to_string(inner, -1);
    });
    return std::string(string_at(ctx, -1));
}

void push_text(duk_context* ctx, std::string_view text) {
    guarded(ctx, 0, 1, [text](duk_context* inner) { duk_push_lstring(inner, text.data(), text.size()); });
}

bool has_argument(duk_context* ctx, duk_idx_t index) { return !duk_is_null_or_undefined(ctx, index); }

}  // namespace evald::js
