#pragma once

#include <duktape.h>

namespace evald::js {

/// Built-in objects as they were before any script ran: what the runner itself relies on is taken from here, never from
/// the global object that scripts can change.
enum class Intrinsic : duk_uarridx_t {
    object_prototype,
    array_prototype,
    function_prototype,
    error_prototype,
    error_stack_getter,
    error_stack_setter,
    parse_int,
    parse_float,
    thread,  ///< the engine's coroutine constructor
    count
};

/// Fills the table and takes the engine's own global object away from scripts. Once, before any script; not guarded.
void capture_intrinsics(duk_context* ctx);

void push_intrinsic(duk_context* ctx, Intrinsic which);  ///< not guarded
bool is_intrinsic(duk_context* ctx, duk_idx_t index, Intrinsic which);

}  // namespace evald::js
