#pragma once

#include <duktape.h>

#include <string_view>

#include "intl/icu_library.hpp"

namespace evald::js {

/// Defines, on the object at the top of the stack, `intl`: what C++ does for Intl. Guarded by the caller. ICU itself is
/// loaded by the first of these functions that is called. All throw NativeError (RangeError) with ICU's word for it.
void define_intl_natives(duk_context* ctx);

/// Parts of the above, by subject.
void define_intl_number_natives(duk_context* ctx);
void define_intl_date_natives(duk_context* ctx);
void define_intl_text_natives(duk_context* ctx);
void define_intl_phrase_natives(duk_context* ctx);
void define_intl_locale_natives(duk_context* ctx);

/// What plural rules need of numbers. The results are shared: the next call writes over them.
UNumberFormatter* number_formatter(std::string_view tag, std::string_view skeleton);
UFormattedNumber* format_number(duk_context* ctx, duk_idx_t value, UNumberFormatter* formatter);
UFormattedNumberRange* format_number_range(duk_context* ctx, duk_idx_t first, std::string_view tag,
                                           std::string_view skeleton);

}  // namespace evald::js
