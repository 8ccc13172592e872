#pragma once

#include "execution/statistics.hpp"
#include "metrics/families.hpp"

namespace evald::service {

/// What the core counts: runs, cells, kernels, output, sessions, artifacts.
void add_core_metrics(Families& out, const Statistics& statistics, const Gauges& gauges);

}  // namespace evald::service
