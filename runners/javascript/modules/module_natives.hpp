#pragma once

#include <duktape.h>

namespace evald::js {

/// Defines, on the object at the top of the stack, what the loader of modules needs: files, compiling, the embedded
/// sources. Guarded by the caller.
void define_module_natives(duk_context* ctx);

}  // namespace evald::js
