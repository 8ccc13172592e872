#pragma once

#include <duktape.h>

#include <string>
#include <vector>

namespace evald::js {

/// Where an error was made, outermost last: "    at inner (<cell 3>:2)". Only scripts' and built-in functions, none of
/// the runner's or the engine's own source.
std::vector<std::string> error_frames(duk_context* ctx, duk_idx_t error);

/// "TypeError: message" from plain properties, running no code of the script.
std::string error_headline(duk_context* ctx, duk_idx_t error);

/// Gives Error.prototype a `stack` in the form that agents know, and takes away what only this engine has. Guarded by
/// the caller.
void install_error_stack(duk_context* ctx);

}  // namespace evald::js
