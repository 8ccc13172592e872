#include "log/request_log.hpp"

#include "http/router.hpp"
#include "http/trace_context.hpp"
#include "log/log_event.hpp"

namespace evald::service {
namespace {

LogLevel level_of(int status) {
    if (status == 500) return LogLevel::error;
    if (status == 401 || status == 403 || status == 429 || status > 500) return LogLevel::info;
    return LogLevel::debug;
}

/// The route's pattern, never the target: a token may stand in a query. Empty where there is none, or where the caller
/// was refused before it was looked for.
std::string_view route_of(const Exchange& exchange) {
    return exchange.endpoint != nullptr ? exchange.endpoint->pattern : "";
}

std::string_view session_of(const Exchange& exchange) {
    if (!exchange.session_id.empty()) return exchange.session_id;
    const bool is_in_path = route_of(exchange).starts_with("/sessions/") && !exchange.parameters.empty();
    return is_in_path ? std::string_view(exchange.parameters.front()) : std::string_view();
}

std::string_view run_of(const Exchange& exchange) {
    const bool is_in_path = route_of(exchange).starts_with("/runs/") && !exchange.parameters.empty();
    return is_in_path ? std::string_view(exchange.parameters.front()) : std::string_view();
}

/// Who asked for what.
void add_subject(LogEvent& line, const Exchange& exchange) {
    const TraceContext trace = read_trace_context(exchange.request());
    line.text("requestId", exchange.request_id).text("traceId", trace.trace_id());
    line.text("method", method_name(exchange.request().method())).text("route", route_of(exchange));
    line.text("principal", exchange.caller.principal).text("session", session_of(exchange));
    line.text("run", run_of(exchange));
}

}  // namespace

void log_request(const Exchange& exchange, int status, std::chrono::nanoseconds duration) {
    const bool is_probe = exchange.endpoint != nullptr && exchange.endpoint->pattern == std::string_view("/readyz");
    const LogLevel level = is_probe ? LogLevel::debug : level_of(status);
    if (!is_logged(level)) return;
    LogEvent line(level, "request");
    add_subject(line, exchange);
    line.number("status", status).text("client", exchange.client.address.to_string());
    line.milliseconds("durationMs", std::chrono::duration_cast<std::chrono::microseconds>(duration).count());
    line.write();
}

void log_request_fault(const Exchange& exchange, const char* what) {
    LogEvent line(LogLevel::error, "fault");
    add_subject(line, exchange);
    line.text("message", what);
    line.write();
}

}  // namespace evald::service
