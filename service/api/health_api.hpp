#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

namespace evald::service {

/// GET /healthz: the process lives and its loop turns.
Response get_health(Exchange& exchange, Services& services);
/// GET /readyz: 200, 503 while starting or where no language can run, 404 while draining.
Response get_ready(Exchange& exchange, Services& services);
/// GET /version
Response get_version(Exchange& exchange, Services& services);
/// GET /openapi.yaml
Response get_contract(Exchange& exchange, Services& services);

}  // namespace evald::service
