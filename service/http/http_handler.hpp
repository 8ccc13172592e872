#pragma once

#include "http/response.hpp"

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>
#include <string_view>

namespace evald::service {

class Exchange;

/// What a connection does with the requests that it reads. A seam: the transport knows no route, and its tests bring a
/// handler of their own. Loop thread; outlives all connections.
class HttpHandler {
public:
    virtual ~HttpHandler() = default;

    /// Looks at a request's head, before any of its body is read. An answer ends the matter: a refusal, or what needs
    /// neither body nor waiting. Must not throw.
    virtual std::optional<Response> admit(Exchange& exchange) = 0;
    /// Answers, now that the body is there, by means of the exchange. Must not throw.
    virtual boost::asio::awaitable<void> handle(Exchange& exchange) = 0;
    /// The exchange is over. Status 0: the caller went away before there was one.
    virtual void finished(const Exchange& exchange, int status, std::chrono::nanoseconds duration) = 0;
    /// A request that could not be read was answered with `status`.
    virtual void unreadable(int status) = 0;
    /// A connection ended before its first request could begin: its TLS handshake failed.
    virtual void unopened() {}
};

}  // namespace evald::service
