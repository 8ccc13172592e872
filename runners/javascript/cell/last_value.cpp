#include "cell/last_value.hpp"

#include "engine/guarded.hpp"

namespace evald::js {

namespace {

constexpr const char* k_slot = "lastValue";

duk_ret_t get_last_value(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    duk_get_prop_string(ctx, -1, k_slot);
    return 1;
}

duk_ret_t make_own(duk_context* ctx) {
    duk_push_global_object(ctx);
    duk_push_string(ctx, "_");
    duk_dup(ctx, 0);
    duk_def_prop(ctx, -3,
                 DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_ENUMERABLE |
                     DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_FORCE);
    return 0;
}

}  // namespace

void install_last_value(duk_context* ctx) {
    duk_push_global_object(ctx);
    duk_push_string(ctx, "_");
    duk_push_c_function(ctx, get_last_value, 0);
    duk_push_c_function(ctx, make_own, 1);
    duk_def_prop(ctx, -4,
                 DUK_DEFPROP_HAVE_GETTER | DUK_DEFPROP_HAVE_SETTER | DUK_DEFPROP_SET_CONFIGURABLE |
                     DUK_DEFPROP_CLEAR_ENUMERABLE);
    duk_pop(ctx);
}

void remember_last_value(duk_context* ctx) {
    guarded(ctx, 0, 0, [](duk_context* inner) {
        duk_push_heap_stash(inner);
        duk_dup(inner, -2);
        duk_put_prop_string(inner, -2, k_slot);
        duk_pop(inner);
    });
}

}  // namespace evald::js
