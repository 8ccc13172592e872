#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"
#include "http/router.hpp"

#include <optional>
#include <span>

namespace evald::service {

/// Everything that a request goes through before its handler, in this order: a request id; the Host; the Origin (where
/// a preflight is answered); who the caller is; the route; what the caller may do; what it expects.
///
/// Authentication comes before routing: a stranger learns nothing of what is here, and a route is closed unless its row
/// says `Scope::open`. An answer ends the matter; else exchange.endpoint is set.
std::optional<Response> admit_request(Exchange& exchange, Services& services, std::span<const Endpoint> endpoints);

}  // namespace evald::service
