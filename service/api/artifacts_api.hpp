#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

#include <boost/asio/awaitable.hpp>
#include <string>
#include <string_view>

namespace evald::service {

/// GET and HEAD /artifact/{id}
boost::asio::awaitable<void> get_artifact(Exchange& exchange, Services& services);
/// GET /artifacts?session=ID
Response list_artifacts(Exchange& exchange, Services& services);

/// The Content-Type that an artifact is served with: text gets its charset.
std::string served_type(std::string_view mime_type);
/// The Content-Disposition: what a browser shows without running it is inline, all else is saved.
std::string disposition_of(const Artifact& artifact);

}  // namespace evald::service
