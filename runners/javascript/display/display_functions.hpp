#pragma once

#include <duktape.h>

#include <string_view>

namespace evald::js {

class Runtime;

/// Defines display() and print(). Guarded by the caller.
void install_display(duk_context* ctx);

/// A helper's status event: `json` is an object `{"op": …}`.
void send_status(Runtime& runtime, std::string_view json);

}  // namespace evald::js
