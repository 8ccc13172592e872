#pragma once

#include "config/config.hpp"

namespace evald::service {

/// Sends the log to stderr, as text or as one JSON object a line. Once, before anything is logged.
void set_up_logging(const Config::Log& settings);

}  // namespace evald::service
