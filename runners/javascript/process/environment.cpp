#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "process/process_object.hpp"
#include "protocol/text_encoding.hpp"

namespace evald::js {

namespace {

constexpr const char* k_slot = "environment";

// The proxy's target mirrors the real environment, so that enumeration and inspection see it; getenv and setenv are
// the truth, for children and for what the host lends to a cell.

void push_mirror(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    duk_get_prop_string(ctx, -1, k_slot);
    duk_remove(ctx, -2);
}

void fill_mirror(duk_context* ctx) {
    push_mirror(ctx);
    duk_enum(ctx, -1, DUK_ENUM_OWN_PROPERTIES_ONLY);
    while (duk_next(ctx, -1, 0) != 0) {
        duk_del_prop(ctx, -3);
    }
    duk_pop(ctx);
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::size_t split = text.find('=');
        if (split == std::string_view::npos) {
            continue;
        }
        duk_push_lstring(ctx, text.data(), split);
        duk_push_lstring(ctx, text.data() + split + 1, text.size() - split - 1);
        duk_def_prop(ctx, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WEC);
    }
    duk_pop(ctx);
}

// Traps: (target, key, value, receiver).

duk_ret_t set(Runtime& /*runtime*/, duk_context* ctx) {
    const std::string name = to_utf8(coerced_text(ctx, 1));
    const std::string value = to_utf8(coerced_text(ctx, 2));
    ::setenv(name.c_str(), value.c_str(), 1);
    guarded(ctx, 0, 0, [](duk_context* inner) {
        duk_dup(inner, 1);
        duk_dup(inner, 2);
        duk_to_string(inner, -1);
        duk_def_prop(inner, 0, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WEC);
    });
    duk_push_true(ctx);
    return 1;
}

duk_ret_t remove(Runtime& /*runtime*/, duk_context* ctx) {
    ::unsetenv(to_utf8(coerced_text(ctx, 1)).c_str());
    guarded(ctx, 0, 0, [](duk_context* inner) {
        duk_dup(inner, 1);
        duk_del_prop(inner, 0);
    });
    duk_push_true(ctx);
    return 1;
}

}  // namespace

void push_environment_copy(duk_context* ctx) {
    guarded(ctx, 0, 1, [](duk_context* inner) {
        fill_mirror(inner);
        push_mirror(inner);
        duk_push_object(inner);
        duk_enum(inner, -2, DUK_ENUM_OWN_PROPERTIES_ONLY);
        while (duk_next(inner, -1, 1) != 0) {
            duk_def_prop(inner, -4, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WEC);
        }
        duk_pop(inner);
        duk_remove(inner, -2);
    });
}

void refresh_environment(duk_context* ctx) { guarded(ctx, 0, 0, fill_mirror); }

void define_environment(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    duk_push_object(ctx);
    duk_put_prop_string(ctx, -2, k_slot);
    duk_pop(ctx);
    fill_mirror(ctx);
    push_mirror(ctx);
    duk_push_object(ctx);
    define_native(ctx, "set", native<set>, 4);
    define_native(ctx, "deleteProperty", native<remove>, 2);
    duk_push_proxy(ctx, 0);
    duk_put_prop_string(ctx, -2, "env");
}

}  // namespace evald::js
