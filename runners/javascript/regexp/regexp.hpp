#pragma once

#include <duktape.h>

namespace evald::js {

/// Defines, on the object at the top of the stack, what RegExp is built on. Guarded by the caller.
///
///   compilePattern(source, flags)                       an object that holds the compiled pattern, with `groups`, the
///                                                       names of the groups by number; throws SyntaxError
///   matchPattern(compiled, text, from, isSticky)        the bounds of what matched, [start, end, start, end, …], -1 for
///                                                       groups that did not take part; or null
void define_regexp_natives(duk_context* ctx);

}  // namespace evald::js
