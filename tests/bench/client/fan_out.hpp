#pragma once

#include "client/options.hpp"

#include <nlohmann/json.hpp>

namespace bench {

/// One session prints at a set pace and options.watchers connections get it all, read by one thread. Answers what each
/// got, how long the printing took, and whether anybody was told of a gap.
nlohmann::json measure_fan_out(const Options& options);

}  // namespace bench
