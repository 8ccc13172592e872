#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evald::service {

/// Undoes %XX. Nothing for a malformed escape.
std::optional<std::string> percent_decoded(std::string_view text);

/// The first value of `name` in a query string ("a=1&b=2"), decoded; nothing when it is absent or malformed.
/// A name without '=' has the empty value.
std::optional<std::string> query_value(std::string_view query, std::string_view name);

}  // namespace evald::service
