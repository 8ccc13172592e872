#pragma once

#include <duktape.h>

namespace evald::js {

/// Defines `process`: what a cell may know and do of it. Guarded by the caller.
void install_process(duk_context* ctx);

/// Defines `env` on the object at the top of the stack: the process's environment as a live object. Guarded likewise.
void define_environment(duk_context* ctx);

/// Pushes a plain object with every variable.
void push_environment_copy(duk_context* ctx);

/// After the environment was changed by others than the script.
void refresh_environment(duk_context* ctx);

}  // namespace evald::js
