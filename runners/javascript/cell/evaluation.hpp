#pragma once

#include <duktape.h>

#include <optional>

#include "lowering/lowering.hpp"

namespace evald::js {

class Runtime;

/// Lowers and compiles a source; pushes the function that runs it. A fault of the source comes back, with the source's
/// own line, and nothing is pushed; for want of memory it throws ScriptError.
std::optional<SyntaxFault> compile(Runtime& runtime, duk_context* ctx, const Source& source);

}  // namespace evald::js
