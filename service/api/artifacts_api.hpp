#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

#include <boost/asio/awaitable.hpp>

namespace evald::service {

/// GET and HEAD /artifact/{id}
boost::asio::awaitable<void> get_artifact(Exchange& exchange, Services& services);
/// GET /artifacts?session=ID
Response list_artifacts(Exchange& exchange, Services& services);

}  // namespace evald::service
