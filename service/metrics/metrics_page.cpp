#include "metrics/metrics_page.hpp"

#include "generated/build_info.hpp"
#include "http/server.hpp"
#include "metrics/core_metrics.hpp"
#include "metrics/families.hpp"
#include "metrics/process_metrics.hpp"

#include <prometheus/text_serializer.h>
#include <sstream>

namespace evald::service {
namespace {

using std::string;

string class_name(std::size_t digit) { return digit == 0 ? "none" : std::to_string(digit) + "xx"; }

double number(std::uint64_t value) { return static_cast<double>(value); }

void add_build(Families& out) {
    out.gauges("evald_build_info", "What is running; always 1.");
    out.add(1, {{"version", string(k_version)}, {"commit", string(k_commit)}, {"compiler", string(k_compiler)}});
}

void add_sandbox(Families& out, const Services& services) {
    if (services.sandbox == nullptr) return;
    out.gauges("evald_sandbox_layer", "What kernels are confined by; always 1.");
    for (const SandboxLayers::Entry& layer : services.sandbox->entries())
        out.add(1, {{"layer", string(layer.name)}, {"value", layer.value}});
}

void add_http(Families& out, const Services& services) {
    const HttpMetrics& metrics = services.metrics;
    out.counters("evald_http_requests_total", "Requests answered, by route pattern, method and class of status.");
    for (const HttpMetrics::Route& route : metrics.routes())
        for (std::size_t method = 0; method < HttpMetrics::k_methods; ++method)
            for (std::size_t digit = 0; digit < HttpMetrics::k_classes; ++digit) {
                const std::uint64_t count = route.requests[method][digit];
                if (count == 0) continue;
                out.add(number(count), {{"route", string(route.pattern)},
                                        {"method", string(method_name(static_cast<Method>(method)))},
                                        {"status", class_name(digit)}});
            }
    out.histograms("evald_http_request_duration_seconds",
                   "From a request's head to the end of its answer, by route pattern and class of status.");
    for (const HttpMetrics::Route& route : metrics.routes())
        for (std::size_t digit = 0; digit < HttpMetrics::k_classes; ++digit)
            if (route.seconds[digit].count() > 0)
                out.add(route.seconds[digit], {{"route", string(route.pattern)}, {"status", class_name(digit)}});
    out.counters("evald_http_unreadable_requests_total", "Requests that could not be read, by the status answered.");
    for (const auto& [status, count] : metrics.unreadable_by_status())
        out.add(number(count), {{"status", std::to_string(status)}});
    out.counters("evald_tls_failed_handshakes_total", "TLS handshakes that did not come to an end.");
    out.add(number(metrics.failed_handshakes()));
    out.counters("evald_rate_limited_runs_total", "Runs refused as their principal has started too many.");
    out.add(number(services.run_rate.refused()));
    out.counters("evald_auth_failures_total", "Bad credentials, by what became of them.");
    const Authenticator& auth = services.authenticator;
    out.add(number(auth.failures() - auth.throttled()), {{"outcome", "refused"}});
    out.add(number(auth.throttled()), {{"outcome", "throttled"}});
}

void add_connections(Families& out, const Services& services) {
    if (services.server != nullptr) {
        out.gauges("evald_http_connections", "Open connections, those of WebSockets included.");
        out.add(number(services.server->connections()));
        out.counters("evald_http_connections_total", "Connections accepted, by what became of them.");
        const ServerCounts& counts = services.server->counts();
        out.add(number(counts.accepted - counts.turned_away - counts.turned_away_by_peer), {{"outcome", "served"}});
        out.add(number(counts.turned_away), {{"outcome", "turned_away"}});
        out.add(number(counts.turned_away_by_peer), {{"outcome", "too_many_of_peer"}});
    }
    const SessionSet& sockets = services.websockets;
    out.gauges("evald_websocket_connections", "Open WebSockets.");
    out.add(number(sockets.size()));
    out.gauges("evald_websocket_queued_bytes", "Bytes that wait for slow readers.");
    out.add(number(sockets.queued_bytes()));
    out.counters("evald_websocket_connections_total", "WebSockets opened.");
    out.add(number(sockets.opened));
    out.counters("evald_websocket_messages_total", "Messages, by direction.");
    out.add(number(sockets.messages_in), {{"direction", "in"}});
    out.add(number(sockets.messages_out), {{"direction", "out"}});
    out.counters("evald_websocket_dropped_peers_total", "Peers dropped for silence or for not reading.");
    out.add(number(sockets.dropped_peers));
}

void add_process(Families& out) {
    const ProcessFigures figures = read_process_figures();
    const auto counter = [&out](const char* name, const char* help, std::optional<double> value) {
        if (!value) return;
        out.counters(name, help);
        out.add(*value);
    };
    const auto gauge = [&out](const char* name, const char* help, std::optional<double> value) {
        if (!value) return;
        out.gauges(name, help);
        out.add(*value);
    };
    counter("process_cpu_seconds_total", "User and system CPU time.", figures.cpu_seconds);
    gauge("process_start_time_seconds", "Start, since 1970.", figures.start_time_seconds);
    gauge("process_resident_memory_bytes", "Resident memory.", figures.resident_bytes);
    gauge("process_virtual_memory_bytes", "Virtual memory.", figures.virtual_bytes);
    gauge("process_open_fds", "Open descriptors.", figures.open_descriptors);
    gauge("process_max_fds", "Descriptors allowed.", figures.max_descriptors);
    gauge("process_threads", "Threads.", figures.threads);
}

}  // namespace

std::string metrics_text(const Services& services) {
    Families families;
    add_build(families);
    add_sandbox(families, services);
    add_http(families, services);
    add_connections(families, services);
    add_core_metrics(families, services.evaluator.statistics(), services.evaluator.gauges());
    add_process(families);
    std::ostringstream text;
    prometheus::TextSerializer().Serialize(text, families.all());
    return text.str();
}

Response get_metrics(Exchange& /*exchange*/, Services& services) {
    Response response(200);
    response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    response.body = metrics_text(services);
    return response;
}

}  // namespace evald::service
