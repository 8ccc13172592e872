#pragma once

#include "base/error.hpp"
#include "config/config.hpp"

#include <vector>

namespace evald {

/// Rules that span several settings. Returns each one that `config` breaks, by the key that should change.
[[nodiscard]] std::vector<FieldError> broken_rules(const Config& config);

}  // namespace evald
