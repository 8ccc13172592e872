#pragma once

#include "base/error.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace evald::service {

inline constexpr std::string_view k_subprotocol = "evald.v1";

/// Why a request is no WebSocket handshake that can be accepted (RFC 6455 4.2.1), as an answer; nothing if it is one.
std::optional<Response> refuse_handshake(const Request& request, std::string_view request_id);
/// "evald.v1" if the client offers it, else empty.
std::string_view chosen_subprotocol(const Request& request);
/// The default session: of the query or the header, which must agree; empty when neither is there.
Result<std::string> session_of_handshake(const Request& request);

}  // namespace evald::service
