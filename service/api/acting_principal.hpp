#pragma once

#include "base/error.hpp"
#include "http/exchange.hpp"

#include <string>

namespace evald::service {

/// Whose sessions and runs a request is about: the caller's own, or with the scope admin and `?principal=NAME`
/// another's. Only routes that show no output ask this.
Result<std::string> acting_principal(const Exchange& exchange);

}  // namespace evald::service
