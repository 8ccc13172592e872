#include "api/endpoints.hpp"

#include "api/artifacts_api.hpp"
#include "api/eval_api.hpp"
#include "api/files_api.hpp"
#include "api/health_api.hpp"
#include "api/login_api.hpp"
#include "api/page_api.hpp"
#include "api/runs_api.hpp"
#include "api/sessions_api.hpp"
#include "api/tool_api.hpp"
#include "metrics/metrics_page.hpp"

#include <array>

namespace evald::service {
namespace {

constexpr Endpoint quick(Method method, std::string_view pattern, Scope scope, QuickHandler handler) {
    Endpoint endpoint;
    endpoint.method = method;
    endpoint.pattern = pattern;
    endpoint.scope = scope;
    endpoint.quick = handler;
    endpoint.takes_head = method == Method::get;
    return endpoint;
}

constexpr Endpoint slow(Method method, std::string_view pattern, Scope scope, SlowHandler handler) {
    Endpoint endpoint;
    endpoint.method = method;
    endpoint.pattern = pattern;
    endpoint.scope = scope;
    endpoint.slow = handler;
    return endpoint;
}

/// For load balancers and orchestrators, which name us by address or not at all.
constexpr Endpoint probe(std::string_view pattern, QuickHandler handler) {
    Endpoint endpoint = quick(Method::get, pattern, Scope::open, handler);
    endpoint.checks_host = false;
    return endpoint;
}

constexpr Endpoint with_head(Endpoint endpoint) {
    endpoint.takes_head = true;
    return endpoint;
}

/// What somebody may do with others' sessions.
constexpr Endpoint for_admin(Endpoint endpoint) {
    endpoint.is_for_admin = true;
    return endpoint;
}

/// For bodies that may be larger than memory.
constexpr Endpoint with_own_body(Endpoint endpoint) {
    endpoint.reads_body = true;
    return endpoint;
}

// Asked for most come first: the table is searched in order.
constexpr std::array k_endpoints{
    probe("/healthz", get_health),
    slow(Method::post, "/eval", Scope::eval, post_eval),
    slow(Method::get, "/eval/stream", Scope::watch, open_eval_stream),
    quick(Method::get, "/runs/{run}", Scope::watch, get_run),
    for_admin(quick(Method::post, "/runs/{run}/cancel", Scope::eval, cancel_run)),
    slow(Method::post, "/runs/{run}/tool-results", Scope::eval, post_tool_result),
    for_admin(quick(Method::get, "/sessions", Scope::watch, list_sessions)),
    for_admin(quick(Method::get, "/sessions/{id}", Scope::watch, get_session)),
    for_admin(slow(Method::del, "/sessions/{id}", Scope::eval, delete_session)),
    quick(Method::post, "/sessions/{id}/interrupt", Scope::eval, interrupt_session),
    slow(Method::post, "/sessions/{id}/reset", Scope::eval, reset_session),
    slow(Method::get, "/sessions/{id}/events", Scope::watch, watch_session),
    with_head(slow(Method::get, "/sessions/{id}/files", Scope::watch, get_file)),
    with_head(slow(Method::get, "/sessions/{id}/files/{+path}", Scope::watch, get_file)),
    with_own_body(slow(Method::put, "/sessions/{id}/files/{+path}", Scope::eval, put_file)),
    slow(Method::del, "/sessions/{id}/files/{+path}", Scope::eval, delete_file),
    with_head(slow(Method::get, "/artifact/{id}", Scope::watch, get_artifact)),
    quick(Method::get, "/artifacts", Scope::watch, list_artifacts),
    quick(Method::get, "/metrics", Scope::metrics, get_metrics),
    quick(Method::get, "/", Scope::open, get_page),
    quick(Method::get, "/assets/{name}", Scope::open, get_asset),
    quick(Method::get, "/login", Scope::watch, get_login),
    slow(Method::post, "/login", Scope::open, post_login),
    quick(Method::post, "/logout", Scope::open, post_logout),
    quick(Method::get, "/tool", Scope::watch, get_tool),
    probe("/readyz", get_ready),
    probe("/version", get_version),
    probe("/openapi.yaml", get_contract),
};

}  // namespace

std::span<const Endpoint> endpoints() { return k_endpoints; }

}  // namespace evald::service
