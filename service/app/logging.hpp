#pragma once

#include "config/config.hpp"
#include "log/log_batch.hpp"

#include <string>

namespace evald::service {

/// Sends the log to stderr, as text or as one JSON object a line. Once, before anything is logged.
void set_up_logging(const Config::Log& settings);
/// What all lines go through.
LogBatch& log_batch();
/// The least that is logged from now on: a value of log.level.
void set_log_level(const std::string& level);

}  // namespace evald::service
