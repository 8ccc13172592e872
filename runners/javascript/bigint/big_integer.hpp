#pragma once

#include <duktape.h>

namespace evald::js {

/// Defines, on the object at the top of the stack, the arithmetic behind BigInt. Values travel as hexadecimal text with
/// an optional sign. Guarded by the caller.
///
///   bigOperate(operator, a, b)   the result as text, or a boolean (for < and the like: -1, 0, 1 of "compare")
///   bigParse(text)               decimal, 0x, 0o or 0b, blanks around; undefined if it is none of these
///   bigFormat(value, radix)      in another base
///   bigFromNumber(number)        of an integer
///   bigToNumber(value)           the nearest number
///   bigWrap(value, bits, signed) modulo 2 to the bits
void define_big_integer_natives(duk_context* ctx);

}  // namespace evald::js
