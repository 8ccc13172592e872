#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

#include <boost/asio/awaitable.hpp>

namespace evald::service {

/// GET /login: who the caller is and what its token may do.
Response get_login(Exchange& exchange, Services& services);
/// POST /login {token}: the page's cookies for a token.
boost::asio::awaitable<void> post_login(Exchange& exchange, Services& services);
/// POST /logout: ends the login of the cookie.
Response post_logout(Exchange& exchange, Services& services);

}  // namespace evald::service
