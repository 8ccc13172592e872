#pragma once

#include <duktape.h>

namespace evald::js {

/// Adds `evaluate(text)` to the natives at the top of the stack: runs a text in the global scope, as an indirect eval
/// does, and answers its completion value; and `lowerInside(text)`, the source of a function that, given the helpers,
/// does the same where it is evaluated. A fault of the text is a SyntaxError. Guarded by the caller.
void define_text_evaluation(duk_context* ctx);

}  // namespace evald::js
