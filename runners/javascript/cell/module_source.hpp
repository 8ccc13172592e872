#pragma once

#include <duktape.h>

namespace evald::js {

/// Adds to the natives at the top of the stack: `compileModule(path)`, the function that a module's file is lowered to,
/// where a fault of the source is a SyntaxError and a file that can't be read an Error with `code`; and
/// `resolvePath(base, path)`, absolute, by the folder of `base` or, without one, the present one. Guarded by the caller.
void define_module_source(duk_context* ctx);

}  // namespace evald::js
