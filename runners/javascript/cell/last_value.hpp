#pragma once

#include <duktape.h>

namespace evald::js {

/// `_`, the value of the last cell that had one, as in Node's REPL: once a script assigns or declares `_` itself, it is
/// the script's own.
void install_last_value(duk_context* ctx);  ///< guarded by the caller

/// Keeps a copy of the value at the top of the stack.
void remember_last_value(duk_context* ctx);

}  // namespace evald::js
