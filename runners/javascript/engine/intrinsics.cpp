#include "engine/intrinsics.hpp"

#include "engine/guarded.hpp"

namespace evald::js {

namespace {

constexpr const char* k_table = "intrinsics";

void capture(duk_context* ctx, Intrinsic which, const char* expression) {
    duk_eval_string(ctx, expression);
    duk_put_prop_index(ctx, -2, static_cast<duk_uarridx_t>(which));
}

}  // namespace

void capture_intrinsics(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    duk_push_bare_array(ctx);
    capture(ctx, Intrinsic::object_prototype, "Object.prototype");
    capture(ctx, Intrinsic::array_prototype, "Array.prototype");
    capture(ctx, Intrinsic::function_prototype, "Function.prototype");
    capture(ctx, Intrinsic::error_prototype, "Error.prototype");
    capture(ctx, Intrinsic::error_stack_getter, "Object.getOwnPropertyDescriptor(Error.prototype, 'stack').get");
    capture(ctx, Intrinsic::error_stack_setter, "Object.getOwnPropertyDescriptor(Error.prototype, 'stack').set");
    capture(ctx, Intrinsic::parse_int, "parseInt");
    capture(ctx, Intrinsic::parse_float, "parseFloat");
    capture(ctx, Intrinsic::thread, "Duktape.Thread");
    duk_put_prop_string(ctx, -2, k_table);
    duk_pop(ctx);
    duk_push_global_object(ctx);
    duk_del_prop_string(ctx, -1, "Duktape");
    duk_pop(ctx);
}

void push_intrinsic(duk_context* ctx, Intrinsic which) {
    duk_push_heap_stash(ctx);
    duk_get_prop_string(ctx, -1, k_table);
    duk_get_prop_index(ctx, -1, static_cast<duk_uarridx_t>(which));
    duk_replace(ctx, -3);
    duk_pop(ctx);
}

bool is_intrinsic(duk_context* ctx, duk_idx_t index, Intrinsic which) {
    const StackMark mark(ctx);
    index = duk_normalize_index(ctx, index);
    guarded(ctx, 0, 1, [which](duk_context* inner) { push_intrinsic(inner, which); });
    return duk_get_heapptr(ctx, index) == duk_get_heapptr(ctx, -1);
}

}  // namespace evald::js
