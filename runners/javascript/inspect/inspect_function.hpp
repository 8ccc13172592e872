#pragma once

#include <duktape.h>

#include "inspect/inspect_options.hpp"

namespace evald::js {

/// inspect(value, options) as a function for scripts: what `util.inspect` will be, and what a custom inspection gets.
void install_inspect_function(duk_context* ctx);  ///< guarded by the caller
void push_inspect_function(duk_context* ctx);
bool is_inspect_function(duk_context* ctx, duk_idx_t index);

/// Options as an object for a custom inspection, and back.
void push_inspect_options(duk_context* ctx, const InspectOptions& options, int depth_left);
InspectOptions read_inspect_options(duk_context* ctx, duk_idx_t index, InspectOptions options = {});

}  // namespace evald::js
