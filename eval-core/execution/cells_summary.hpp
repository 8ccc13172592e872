#pragma once

#include "execution/eval_request.hpp"

#include <string>

namespace evald {

/// What run.queued and run.started say of a run's cells: {"count":2,"titles":["load",""],"languages":["python","js"]}.
std::string cells_summary(const EvalRequest& request);

}  // namespace evald
