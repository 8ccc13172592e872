#include <utf8proc.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "library/natives.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

duk_ret_t well_formed(Runtime& /*runtime*/, duk_context* ctx) {
    push_text(ctx, to_script_text(to_utf8(string_at(ctx, 0))));
    return 1;
}

int options_of(std::string_view form) {
    constexpr int k_always = UTF8PROC_STABLE;
    if (form == "NFC") {
        return k_always | UTF8PROC_COMPOSE;
    }
    if (form == "NFD") {
        return k_always | UTF8PROC_DECOMPOSE;
    }
    if (form == "NFKC") {
        return k_always | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
    }
    if (form == "NFKD") {
        return k_always | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT;
    }
    throw NativeError::range_error("The normalization form should be one of NFC, NFD, NFKC, NFKD.");
}

/// normalize(text, form); lone surrogates become U+FFFD on the way.
duk_ret_t normalize(Runtime& /*runtime*/, duk_context* ctx) {
    const int options = options_of(string_at(ctx, 1));
    const std::string text = to_utf8(string_at(ctx, 0));
    utf8proc_uint8_t* raw = nullptr;
    const utf8proc_ssize_t length =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                     &raw, static_cast<utf8proc_option_t>(options));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> result(raw, &std::free);
    if (length < 0) {
        throw NativeError::range_error(utf8proc_errmsg(length));
    }
    push_text(ctx, to_script_text({reinterpret_cast<const char*>(result.get()), static_cast<std::size_t>(length)}));
    return 1;
}

}  // namespace

void define_text_natives(duk_context* ctx) {
    duk_push_c_function(ctx, native<well_formed>, 1);
    duk_put_prop_string(ctx, -2, "wellFormed");
    duk_push_c_function(ctx, native<normalize>, 2);
    duk_put_prop_string(ctx, -2, "normalize");
}

}  // namespace evald::js
