#include "api/dispatcher.hpp"

#include "http/http_error.hpp"
#include "log/request_log.hpp"
#include "middleware/admission.hpp"

#include <exception>
#include <spdlog/spdlog.h>
#include <string>

namespace evald::service {
namespace {

constexpr std::string_view k_internal = "Something went wrong inside the service.";

}  // namespace

std::optional<Response> Dispatcher::admit(Exchange& exchange) {
    try {
        if (auto answer = admit_request(exchange, services_, endpoints_)) return answer;
        if (exchange.endpoint->quick != nullptr) return exchange.endpoint->quick(exchange, services_);
        exchange.reads_body = exchange.endpoint->reads_body;
        return std::nullopt;
    } catch (const std::exception& fault) {
        log_request_fault(exchange, fault.what());
        return problem_response(500, k_internal, exchange.request_id);
    }
}

boost::asio::awaitable<void> Dispatcher::handle(Exchange& exchange) {
    bool has_failed = false;
    try {
        co_await exchange.endpoint->slow(exchange, services_);
    } catch (const std::exception& fault) {
        log_request_fault(exchange, fault.what());
        has_failed = true;
    }
    if (!has_failed) co_return;
    if (exchange.has_begun()) {
        exchange.break_off();
        co_return;
    }
    Response response = problem_response(500, k_internal, exchange.request_id);
    co_await exchange.respond(std::move(response));
}

void Dispatcher::finished(const Exchange& exchange, int status, std::chrono::nanoseconds duration) {
    services_.metrics.observe(exchange.endpoint, exchange.request().method(), status, duration);
    log_request(exchange, status, duration);
}

void Dispatcher::unreadable(int status) {
    services_.metrics.unreadable(status);
    spdlog::debug("a request could not be read: {}", status);
}

}  // namespace evald::service
