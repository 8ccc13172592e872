#pragma once

#include <duktape.h>

#include <string>
#include <string_view>

#include "protocol/frames.hpp"

namespace evald::js {

/// What was thrown, as an `error` frame tells it. Never throws, whatever the value does; long texts are cut.
ErrorReport report_thrown(duk_context* ctx, duk_idx_t index);

/// A fault of the source: place, the line with a caret, message.
struct SyntaxPlace {
    std::string_view source_name;
    std::string_view source;
    std::size_t line = 0;    ///< 0: not known
    std::size_t column = 0;  ///< 0: not known
};
ErrorReport report_syntax(const std::string& message, const SyntaxPlace& place);

/// A report of something that is no value: "RangeError", "out of memory".
ErrorReport report_plain(std::string name, std::string message);

}  // namespace evald::js
