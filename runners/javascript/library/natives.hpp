#pragma once

#include <duktape.h>

namespace evald::js {

/// Defines, on the object at the top of the stack, what the library's JavaScript can't do itself. Guarded by the caller.
void define_natives(duk_context* ctx);

/// Parts of the above, by subject.
void define_math_natives(duk_context* ctx);    ///< math(name): a function of the C library
void define_text_natives(duk_context* ctx);    ///< wellFormed(text), normalize(text, form)
void define_value_natives(duk_context* ctx);   ///< looking into values, base64, sorting
void define_number_natives(duk_context* ctx);  ///< formatNumber(value, how, digits), jsonText(text)

}  // namespace evald::js
