#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// ", did you mean X?" for the known name that is closest to a misspelled one, or "" when none is close.
[[nodiscard]] std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace evald
