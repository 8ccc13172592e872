#pragma once

#include <duktape.h>

namespace evald::js {

/// Makes the standard library of ES2023 out of the engine's, and the helpers that lowered code calls. Guarded by the
/// caller, after capture_intrinsics().
void install_library(duk_context* ctx);

/// Pushes the object with the helpers.
void push_helpers(duk_context* ctx);

/// Pushes the object with what the library tells the runner: drain, takeUnhandled, whenSettled, …
void push_library_hooks(duk_context* ctx);

}  // namespace evald::js
