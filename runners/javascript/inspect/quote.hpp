#pragma once

#include <string>
#include <string_view>

namespace evald::js {

/// A string as source would have it: in single quotes, or in double quotes or backticks if that saves escapes.
std::string quoted(std::string_view text);

/// Control characters and lone surrogates escaped, for places without quotes.
std::string escaped(std::string_view text);

/// A property name as an object literal would have it: bare where that is possible.
std::string property_name(std::string_view key);

}  // namespace evald::js
