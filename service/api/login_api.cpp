#include "api/login_api.hpp"

#include "api/eval_headers.hpp"
#include "api/json_document.hpp"
#include "api/object_reader.hpp"
#include "base/json_writer.hpp"
#include "http/cookies.hpp"
#include "http/http_error.hpp"
#include "middleware/csrf.hpp"

#include <array>
#include <chrono>
#include <string>
#include <utility>

namespace evald::service {
namespace {

/// As long as failures count.
constexpr int k_throttle_s = 60;
constexpr std::string_view k_csrf_cookie = "evald_csrf";

Result<std::string> read_token(const Request& request, std::size_t max_depth) {
    Error error;
    error.code = ErrorCode::unsupported_media;
    if (!is_json_content(request)) return error;
    const auto document = JsonDocument::parse(request.body(), max_depth);
    if (!document) return document.error();
    Faults faults;
    simdjson::dom::object object;
    if (document->root().get(object) != simdjson::SUCCESS) {
        faults.add("", "must be an object");
        return std::move(faults).error();
    }
    const ObjectReader reader(object, "", faults);
    reader.allow_only({"token"});
    const std::string token(reader.needed_text("token").value_or(""));
    if (!faults.empty()) return std::move(faults).error();
    return token;
}

/// Lives until the browser is closed, or its login has ended here. A page that came by TLS, perhaps through a proxy,
/// keeps it to TLS.
std::string cookie_line(std::string_view name, std::string_view value, bool is_hidden, const Request& request) {
    std::string line(name);
    line.append("=").append(value).append("; Path=/; SameSite=Strict");
    if (is_hidden) line += "; HttpOnly";
    if (request.field("Origin").value_or("").starts_with("https://")) line += "; Secure";
    if (value.empty()) line += "; Max-Age=0";
    return line;
}

void add_cookies(Response& response, const LoginTable::Opened& login, const Request& request) {
    response.add("Set-Cookie", cookie_line(k_login_cookie, login.cookie, true, request));
    response.add("Set-Cookie", cookie_line(k_csrf_cookie, login.csrf_token, false, request));
}

Response sign_in(Exchange& exchange, Services& services) {
    const Request& request = exchange.request();
    const auto token = read_token(request, static_cast<std::size_t>(services.config.limits.json_depth));
    if (!token) return problem_response(token.error(), exchange.request_id);
    const auto now = std::chrono::steady_clock::now();
    const Authentication who = services.authenticator.check_token(*token, exchange.client.address, now);
    if (who.outcome == AuthOutcome::throttled) {
        Error error;
        error.code = ErrorCode::too_many_requests;
        error.message = "Too many failed logins from this address.";
        error.retry_after_s = k_throttle_s;
        return problem_response(error, exchange.request_id);
    }
    if (who.outcome != AuthOutcome::accepted)
        return problem_response(401, "The token is not valid.", exchange.request_id);
    Response response(204);
    add_cookies(response, services.authenticator.logins().open(who.caller, now), request);
    return response;
}

}  // namespace

Response get_login(Exchange& exchange, Services& /*services*/) {
    constexpr std::array<std::pair<Scope, std::string_view>, 4> names{
        {{Scope::eval, "eval"}, {Scope::watch, "watch"}, {Scope::metrics, "metrics"}, {Scope::admin, "admin"}}};
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("principal", exchange.caller.principal).key("scopes").begin_array();
    for (const auto& [scope, name] : names)
        if (exchange.caller.has(scope)) json.string(name);
    json.end_array().end_object();
    return Response::json(std::move(out));
}

boost::asio::awaitable<void> post_login(Exchange& exchange, Services& services) {
    co_await exchange.respond(sign_in(exchange, services));
}

Response post_logout(Exchange& exchange, Services& services) {
    const Request& request = exchange.request();
    LoginTable& logins = services.authenticator.logins();
    const std::string cookie = cookie_value(request, k_login_cookie);
    const LoginTable::Login* const login =
        cookie.empty() ? nullptr : logins.find(cookie, std::chrono::steady_clock::now());
    if (login == nullptr) return problem_response(401, "Nobody is signed in by this cookie.", exchange.request_id);
    if (!repeats_csrf_token(request, login->csrf_token))
        return problem_response(403, "X-CSRF-Token must say what the evald_csrf cookie does.", exchange.request_id);
    logins.close(cookie);
    Response response(204);
    add_cookies(response, LoginTable::Opened(), request);
    return response;
}

}  // namespace evald::service
