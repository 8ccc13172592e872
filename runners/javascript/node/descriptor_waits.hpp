#pragma once

#include <duktape.h>

namespace evald::js {

/// Defines whenReady(fd, forWriting, callback) on the object at the top of the stack: the callback
/// of a script, called once by the loop when the descriptor is ready. Guarded by the caller.
void define_descriptor_waits(duk_context* ctx);

/// Keeps the function at `index` for one later call, under a number.
unsigned keep_callback(duk_context* ctx, duk_idx_t index);
/// Takes the kept function from its place and pushes it (undefined if it is gone). Not guarded.
void push_kept_callback(duk_context* ctx, unsigned number);

}  // namespace evald::js
