#pragma once

#include <duktape.h>

#include <string>
#include <string_view>

#include "protocol/frames.hpp"

namespace evald::js {

/// What a value is shown as: strings raw, scalars as text, arrays and plain or class objects as JSON with an inspected
/// text beside it, anything else as inspected text.
MimeBundle bundle_of_value(duk_context* ctx, duk_idx_t index);

/// What display() shows: as above, but `{type: "image", data, mimeType}`, `{type: "markdown" | "html" | …, data}` say
/// themselves what they are.
MimeBundle bundle_for_display(duk_context* ctx, duk_idx_t index);

}  // namespace evald::js
