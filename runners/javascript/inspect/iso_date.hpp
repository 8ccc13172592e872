#pragma once

#include <duktape.h>

#include <string>

namespace evald::js {

/// A time value as Date.prototype.toISOString writes it; "Invalid Date" for NaN.
std::string iso_date_text(duk_context* ctx, double time);

}  // namespace evald::js
