#pragma once

#include "api/services.hpp"
#include "http/http_handler.hpp"
#include "http/router.hpp"

#include <span>

namespace evald::service {

/// Leads requests to their handlers: admission, the endpoint's handler within an error boundary, observation. Loop
/// thread.
class Dispatcher final : public HttpHandler {
public:
    Dispatcher(Services& services, std::span<const Endpoint> endpoints) : services_(services), endpoints_(endpoints) {}

    std::optional<Response> admit(Exchange& exchange) override;
    boost::asio::awaitable<void> handle(Exchange& exchange) override;
    void finished(const Exchange& exchange, int status, std::chrono::nanoseconds duration) override;
    void unreadable(int status) override;
    void unopened() override { services_.metrics.failed_handshake(); }

private:
    Services& services_;
    std::span<const Endpoint> endpoints_;
};

}  // namespace evald::service
