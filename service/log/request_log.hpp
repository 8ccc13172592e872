#pragma once

#include "http/exchange.hpp"

#include <chrono>

namespace evald::service {

/// Logs a request that is over, if it is worth a line: one that failed for the service's part, or was refused for who
/// sent it; with log.level debug, each. Status 0: the caller went away.
void log_request(const Exchange& exchange, int status, std::chrono::nanoseconds duration);

/// Logs an exception within a request: what it says is for operators alone.
void log_request_fault(const Exchange& exchange, const char* what);

}  // namespace evald::service
