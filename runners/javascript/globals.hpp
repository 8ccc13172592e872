#pragma once

#include <duktape.h>

namespace evald::js {

inline constexpr const char* k_engine_version = "Duktape 2.7.0";

/// Everything that scripts find on the global object beside the engine's own. Guarded by the caller, before any script.
void install_globals(duk_context* ctx);

}  // namespace evald::js
