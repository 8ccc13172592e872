#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace bench {

/// {n, min, p50, p95, p99, max, mean} of the values times `scale`; an empty object without values.
nlohmann::json summary(std::vector<double> values, double scale = 1.0);

}  // namespace bench
