#include "middleware/admission.hpp"

#include "http/http_error.hpp"
#include "http/request_id.hpp"
#include "http/target.hpp"
#include "middleware/csrf.hpp"
#include "middleware/forwarded_for.hpp"

#include <chrono>
#include <utility>

namespace evald::service {
namespace {

/// The window in which failed logins are counted.
constexpr int k_throttle_s = 60;
constexpr std::string_view k_cors_methods = "GET, HEAD, POST, PUT, DELETE";
constexpr std::string_view k_cors_headers =
    "Authorization, Content-Type, Accept, Range, If-Range, If-None-Match, Idempotency-Key, Prefer, X-Session-Id, "
    "X-Request-Id, "
    "Last-Event-ID";
constexpr std::string_view k_cors_exposed =
    "X-Request-Id, X-Session-Id, Location, Retry-After, ETag, Content-Range, Accept-Ranges, Preference-Applied";

void name_request(Exchange& exchange) {
    const auto given = exchange.request().field("X-Request-Id");
    if (given && is_request_id(*given))
        exchange.request_id = *given;
    else
        exchange.request_id = new_request_id();
}

std::optional<Response> refuse(const Exchange& exchange, int status, std::string_view detail) {
    return problem_response(status, detail, exchange.request_id);
}

Response answer_preflight() {
    Response response(204);
    response.add("Access-Control-Allow-Methods", k_cors_methods);
    response.add("Access-Control-Allow-Headers", k_cors_headers);
    response.add("Access-Control-Max-Age", "600");
    return response;
}

std::optional<Response> check_origin(Exchange& exchange, const HostAndOrigin& hosts) {
    const Request& request = exchange.request();
    const auto origin = request.field("Origin");
    if (!origin) return std::nullopt;
    if (request.count("Origin") > 1 || !hosts.takes_origin(*origin, request.host().value_or("")))
        return refuse(exchange, 403, "Requests from this origin are not taken; cors.origins lists those that are.");
    if (!hosts.is_listed(*origin)) return std::nullopt;
    exchange.more_fields.append("Access-Control-Allow-Origin: ").append(*origin).append("\r\nVary: Origin\r\n");
    exchange.more_fields.append("Access-Control-Expose-Headers: ").append(k_cors_exposed).append("\r\n");
    if (request.method() == Method::options && request.field("Access-Control-Request-Method"))
        return answer_preflight();
    return std::nullopt;
}

bool is_own_origin(const Request& request) {
    const auto origin = request.field("Origin");
    return origin && HostAndOrigin::is_same(*origin, request.host().value_or(""));
}

/// By its address alone. One that a proxy hides could be anybody: through a proxy on this machine all are on loopback.
bool may_scrape(const Exchange& exchange, const Services& services) {
    return !exchange.client.is_hidden && services.metrics_allow.contains(exchange.client.address);
}

std::optional<Response> authenticate(Exchange& exchange, Services& services, const Endpoint* endpoint) {
    const auto now = std::chrono::steady_clock::now();
    Authentication who = services.authenticator.check(exchange.request(), exchange.client.address, now);
    if (who.outcome == AuthOutcome::accepted) {
        const bool is_by_cookie = !who.csrf_token.empty();
        if (is_by_cookie && !may_use_cookie(exchange.request(), is_own_origin(exchange.request())))
            return refuse(exchange, 403, "The page's cookie is for the page alone.");
        if (!repeats_csrf_token(exchange.request(), who.csrf_token))
            return refuse(exchange, 403,
                          "With the page's cookie, this needs its evald_csrf cookie's value in X-CSRF-Token.");
        exchange.caller = std::move(who.caller);
        return std::nullopt;
    }
    if (who.outcome == AuthOutcome::missing && !exchange.certified_name().empty()) {
        exchange.caller = services.authenticator.certified_caller(exchange.certified_name());
        return std::nullopt;
    }
    // A scraper within metrics.allow needs no token; a bad one is still refused.
    const bool is_scrape = endpoint != nullptr && endpoint->scope == Scope::metrics;
    if (who.outcome == AuthOutcome::missing && is_scrape && may_scrape(exchange, services)) return std::nullopt;
    if (who.outcome == AuthOutcome::throttled) {
        Error error;
        error.code = ErrorCode::too_many_requests;
        error.message = "Too many failed logins from this address.";
        error.retry_after_s = k_throttle_s;
        return problem_response(error, exchange.request_id);
    }
    return refuse(exchange, 401,
                  who.outcome == AuthOutcome::missing ? "A bearer token is needed." : "The bearer token is not valid.");
}

std::optional<Response> check_scope(const Exchange& exchange, const Services& services, const Endpoint& endpoint) {
    if (exchange.caller.has(endpoint.scope)) return std::nullopt;
    if (endpoint.is_for_admin && exchange.caller.has(Scope::admin) &&
        query_value(exchange.request().query(), "principal"))
        return std::nullopt;
    if (endpoint.scope == Scope::metrics && may_scrape(exchange, services)) return std::nullopt;
    return refuse(exchange, 403, "The token does not have the scope that this needs.");
}

}  // namespace

std::optional<Response> admit_request(Exchange& exchange, Services& services, std::span<const Endpoint> endpoints) {
    const Request& request = exchange.request();
    name_request(exchange);
    exchange.client = client_address(request, exchange.peer(), services.trusted_proxies);
    if (request.path().empty()) return refuse(exchange, 400, "The request target is malformed.");
    RouteMatch route = match_route(endpoints, request.method(), request.path());
    const bool is_probe = route.endpoint != nullptr && !route.endpoint->checks_host;
    if (!is_probe) {
        if (!services.hosts.takes_host(request.host().value_or("localhost"), exchange.local_address()))
            return refuse(exchange, 403,
                          "This server does not answer to that Host; server.names lists what it answers to.");
        if (auto answer = check_origin(exchange, services.hosts)) return answer;
    }
    const bool is_open = route.endpoint != nullptr && route.endpoint->scope == Scope::open;
    if (!is_open) {
        if (auto answer = authenticate(exchange, services, route.endpoint)) return answer;
    }
    if (route.endpoint == nullptr) {
        if (route.allowed.empty()) return refuse(exchange, 404, "There is nothing at this path.");
        Response response = problem_response(405, "The path does not know this method.", exchange.request_id);
        response.add("Allow", route.allowed);
        return response;
    }
    if (!is_open) {
        if (auto answer = check_scope(exchange, services, *route.endpoint)) return answer;
    }
    const auto expect = request.field("Expect");
    if (expect && !equals_ignoring_case(*expect, "100-continue"))
        return refuse(exchange, 417, "The only expectation known here is 100-continue.");
    exchange.endpoint = route.endpoint;
    exchange.parameters = std::move(route.parameters);
    return std::nullopt;
}

}  // namespace evald::service
