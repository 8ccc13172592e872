#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

namespace evald::service {

/// GET /tool: what an agent hands its model.
Response get_tool(Exchange& exchange, Services& services);

}  // namespace evald::service
