#pragma once

#include "base/error.hpp"

#include <nlohmann/json_fwd.hpp>

namespace evald {

/// Makes a schema that somebody sent safe to check values with: its cost has a bound then, whatever stands in it.
///
/// References within the document are replaced by what they name; where one leads back into itself, what lies below is
/// not checked. Keywords whose checking has no such bound (pattern, patternProperties, format, uniqueItems) are left
/// out: whoever answers the call has to check those. Pure.
/// Errors: invalid_request (a reference to elsewhere or to nothing; more than 2,000 subschemas once written out).
[[nodiscard]] Result<nlohmann::json> prepare_schema(const nlohmann::json& schema);

}  // namespace evald
