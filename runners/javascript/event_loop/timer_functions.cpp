#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "event_loop/timers.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

constexpr const char* k_id = DUK_HIDDEN_SYMBOL("timerId");
constexpr const char* k_prototype_slot = "timeoutPrototype";
constexpr const char* k_binder_slot = "timerBinder";

void require_callback(duk_context* ctx) {
    if (duk_is_function(ctx, 0) == 0) {
        throw NativeError::type_error("The \"callback\" argument must be of type function");
    }
}

/// Has the callback run in the asynchronous context of now, once somebody keeps such.
void bind_callback(duk_context* ctx) {
    guarded(ctx, 0, 0, [](duk_context* inner) {
        duk_push_heap_stash(inner);
        if (duk_get_prop_string(inner, -1, k_binder_slot) != 0) {
            duk_dup(inner, 0);
            duk_call(inner, 1);
            duk_replace(inner, 0);
        }
    });
}

void push_handle(duk_context* ctx, TimerId id) {
    guarded(ctx, 0, 1, [id](duk_context* inner) {
        duk_push_object(inner);
        duk_push_uint(inner, id);
        duk_put_prop_string(inner, -2, k_id);
        duk_push_heap_stash(inner);
        duk_get_prop_string(inner, -1, k_prototype_slot);
        duk_remove(inner, -2);
        duk_set_prototype(inner, -2);
    });
}

/// The number behind a handle, or a number itself (what `+timer` gives); 0 if it is neither.
TimerId id_at(duk_context* ctx, duk_idx_t index) {
    const StackMark mark(ctx);
    index = duk_normalize_index(ctx, index);
    if (duk_is_object(ctx, index) == 0) {
        return duk_get_uint(ctx, index);
    }
    guarded(ctx, 0, 1, [index](duk_context* inner) { duk_get_prop_string(inner, index, k_id); });
    return duk_get_uint(ctx, -1);
}

TimerId this_id(duk_context* ctx) {
    const StackMark mark(ctx);
    guarded(ctx, 0, 1, [](duk_context* inner) { duk_push_this(inner); });
    return id_at(ctx, -1);
}

template <bool repeats>
duk_ret_t set_timer(Runtime& runtime, duk_context* ctx) {
    require_callback(ctx);
    bind_callback(ctx);
    double delay = 0;
    if (duk_get_top(ctx) > 1) {
        guarded(ctx, 0, 0, [&delay](duk_context* inner) {
            duk_dup(inner, 1);
            delay = duk_to_number(inner, -1);
        });
        guarded(ctx, 0, 0, [](duk_context* inner) { duk_remove(inner, 1); });
    }
    push_handle(ctx, runtime.timers().set(ctx, duk_get_top(ctx), delay, repeats));
    return 1;
}

duk_ret_t set_immediate(Runtime& runtime, duk_context* ctx) {
    require_callback(ctx);
    bind_callback(ctx);
    push_handle(ctx, runtime.timers().set_immediate(ctx, duk_get_top(ctx)));
    return 1;
}

duk_ret_t clear_timer(Runtime& runtime, duk_context* ctx) {
    const TimerId id = id_at(ctx, 0);
    if (id != 0) {
        runtime.timers().clear(ctx, id);
    }
    return 0;
}

duk_ret_t close(Runtime& runtime, duk_context* ctx) {
    runtime.timers().clear(ctx, this_id(ctx));
    return 0;
}

duk_ret_t refresh(Runtime& runtime, duk_context* ctx) {
    runtime.timers().restart(this_id(ctx));
    duk_push_this(ctx);
    return 1;
}

duk_ret_t return_this(duk_context* ctx) {
    duk_push_this(ctx);
    return 1;
}

duk_ret_t has_ref(duk_context* ctx) {
    duk_push_true(ctx);
    return 1;
}

duk_ret_t to_primitive(Runtime& /*runtime*/, duk_context* ctx) {
    duk_push_uint(ctx, this_id(ctx));
    return 1;
}

/// What setTimeout returns: a kernel stays alive anyway, so ref() and unref() only answer.
void define_handle_prototype(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    duk_push_object(ctx);
    define_native(ctx, "ref", return_this, 0);
    define_native(ctx, "unref", return_this, 0);
    define_native(ctx, "hasRef", has_ref, 0);
    define_native(ctx, "refresh", native<refresh>, 0);
    define_native(ctx, "close", native<close>, 0);
    duk_push_string(ctx, DUK_WELLKNOWN_SYMBOL("Symbol.toPrimitive"));
    duk_push_c_function(ctx, native<to_primitive>, 1);
    duk_def_prop(ctx, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE);
    duk_push_string(ctx, "constructor");
    duk_push_c_function(
        ctx, [](duk_context* /*ctx*/) -> duk_ret_t { return DUK_RET_TYPE_ERROR; }, 0);
    duk_push_string(ctx, "name");
    duk_push_string(ctx, "Timeout");
    duk_def_prop(ctx, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_FORCE);
    duk_dup(ctx, -3);
    duk_put_prop_string(ctx, -2, "prototype");
    duk_def_prop(ctx, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE);
    duk_put_prop_string(ctx, -2, k_prototype_slot);
    duk_pop(ctx);
}

}  // namespace

duk_ret_t bind_timers(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    duk_dup(ctx, 0);
    duk_put_prop_string(ctx, -2, k_binder_slot);
    return 0;
}

void install_timers(duk_context* ctx) {
    define_handle_prototype(ctx);
    duk_push_global_object(ctx);
    define_enumerable_native(ctx, "setTimeout", native<set_timer<false>>, DUK_VARARGS);
    define_enumerable_native(ctx, "setInterval", native<set_timer<true>>, DUK_VARARGS);
    define_enumerable_native(ctx, "setImmediate", native<set_immediate>, DUK_VARARGS);
    define_enumerable_native(ctx, "clearTimeout", native<clear_timer>, 1);
    define_enumerable_native(ctx, "clearInterval", native<clear_timer>, 1);
    define_enumerable_native(ctx, "clearImmediate", native<clear_timer>, 1);
    duk_pop(ctx);
}

}  // namespace evald::js
