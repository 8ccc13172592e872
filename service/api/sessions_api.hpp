#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

#include <boost/asio/awaitable.hpp>

namespace evald::service {

/// GET /sessions
Response list_sessions(Exchange& exchange, Services& services);
/// GET /sessions/{id}
Response get_session(Exchange& exchange, Services& services);
/// DELETE /sessions/{id}
boost::asio::awaitable<void> delete_session(Exchange& exchange, Services& services);
/// POST /sessions/{id}/interrupt
Response interrupt_session(Exchange& exchange, Services& services);
/// POST /sessions/{id}/reset
boost::asio::awaitable<void> reset_session(Exchange& exchange, Services& services);
/// GET /sessions/{id}/events
boost::asio::awaitable<void> watch_session(Exchange& exchange, Services& services);

}  // namespace evald::service
