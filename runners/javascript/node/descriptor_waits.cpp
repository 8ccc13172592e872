#include "node/descriptor_waits.hpp"

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "event_loop/event_loop.hpp"
#include "node/bytes.hpp"
#include "node/node_natives.hpp"
#include "runtime.hpp"

namespace evald::js {

namespace {

constexpr const char* k_slot = "keptCallbacks";

void push_table(duk_context* ctx) {
    duk_push_heap_stash(ctx);
    if (duk_get_prop_string(ctx, -1, k_slot) == 0) {
        duk_pop(ctx);
        duk_push_bare_object(ctx);
        duk_dup(ctx, -1);
        duk_put_prop_string(ctx, -3, k_slot);
    }
    duk_remove(ctx, -2);
}

/// whenReady(fd, forWriting, callback)
duk_ret_t when_ready(Runtime& runtime, duk_context* ctx) {
    const int descriptor = static_cast<int>(integer_at(ctx, 0, -1));
    const bool for_writing = duk_to_boolean(ctx, 1) != 0;
    const unsigned number = keep_callback(ctx, 2);
    runtime.loop().when_ready(descriptor, for_writing, [&runtime, number, cell = runtime.current_cell()] {
        runtime.run_in_background(cell, [number](duk_context* inner) {
            guarded(inner, 0, 0, [number](duk_context* deep) {
                push_kept_callback(deep, number);
                if (duk_is_function(deep, -1) != 0) {
                    duk_call(deep, 0);
                }
            });
        });
    });
    return 0;
}

}  // namespace

unsigned keep_callback(duk_context* ctx, duk_idx_t index) {
    static unsigned last = 0;
    const unsigned number = ++last;
    index = duk_normalize_index(ctx, index);
    guarded(ctx, 0, 0, [index, number](duk_context* inner) {
        push_table(inner);
        duk_dup(inner, index);
        duk_put_prop_index(inner, -2, number);
    });
    return number;
}

void push_kept_callback(duk_context* ctx, unsigned number) {
    push_table(ctx);
    duk_get_prop_index(ctx, -1, number);
    duk_del_prop_index(ctx, -2, number);
    duk_remove(ctx, -2);
}

void define_descriptor_waits(duk_context* ctx) { put_native(ctx, "whenReady", native<when_ready>, 3); }

}  // namespace evald::js
