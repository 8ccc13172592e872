#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"

#include <boost/asio/awaitable.hpp>

namespace evald::service {

/// GET and HEAD /sessions/{id}/files/{path}: a file's bytes, or a folder's list.
boost::asio::awaitable<void> get_file(Exchange& exchange, Services& services);
/// PUT /sessions/{id}/files/{path}: takes the body by itself.
boost::asio::awaitable<void> put_file(Exchange& exchange, Services& services);
/// DELETE /sessions/{id}/files/{path}
boost::asio::awaitable<void> delete_file(Exchange& exchange, Services& services);

}  // namespace evald::service
