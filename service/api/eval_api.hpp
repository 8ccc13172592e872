#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"

#include <boost/asio/awaitable.hpp>

namespace evald::service {

/// POST /eval: the result, the events, or 202 for a run that goes on by itself.
boost::asio::awaitable<void> post_eval(Exchange& exchange, Services& services);

/// GET /eval/stream: becomes a WebSocket, and returns when that is over.
boost::asio::awaitable<void> open_eval_stream(Exchange& exchange, Services& services);

}  // namespace evald::service
