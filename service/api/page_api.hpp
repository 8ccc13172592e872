#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

namespace evald::service {

/// GET /: the document of the web page, with the policy that holds for it.
Response get_page(Exchange& exchange, Services& services);
/// GET /assets/{name}: its scripts and styles, whose names change with their content.
Response get_asset(Exchange& exchange, Services& services);

}  // namespace evald::service
