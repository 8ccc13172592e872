#pragma once

#include <duktape.h>

#include <optional>
#include <string>
#include <vector>

#include "lowering/lowering.hpp"

namespace evald::js {

class Runtime;

/// What is to be known of a compiled source beside its code.
struct Compiled {
    std::optional<SyntaxFault> fault;
    bool takes_helpers = false;
    std::vector<std::string> globals;
};

/// Lowers and compiles a source; pushes the function that runs it, with the helpers as its argument if it takes them. A
/// fault of the source comes back, with the source's own line, and nothing is pushed; for want of memory it throws
/// ScriptError.
Compiled compile(Runtime& runtime, duk_context* ctx, const Source& source);

/// Top-level names are properties of the global object, there before the source runs.
void declare_globals(duk_context* ctx, const std::vector<std::string>& names);

}  // namespace evald::js
