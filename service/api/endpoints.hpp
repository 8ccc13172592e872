#pragma once

#include "http/router.hpp"

#include <span>

namespace evald::service {

/// All routes. What each asks of its caller stands in its row; openapi.yaml says the same.
std::span<const Endpoint> endpoints();

}  // namespace evald::service
