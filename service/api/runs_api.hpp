#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

#include <boost/asio/awaitable.hpp>

namespace evald::service {

/// GET /runs/{run}
Response get_run(Exchange& exchange, Services& services);
/// POST /runs/{run}/cancel
Response cancel_run(Exchange& exchange, Services& services);
/// POST /runs/{run}/tool-results
boost::asio::awaitable<void> post_tool_result(Exchange& exchange, Services& services);

}  // namespace evald::service
