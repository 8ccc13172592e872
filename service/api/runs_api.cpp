#include "api/runs_api.hpp"

#include "api/acting_principal.hpp"
#include "api/eval_headers.hpp"
#include "api/json_document.hpp"
#include "api/object_reader.hpp"
#include "api/responses.hpp"
#include "http/http_error.hpp"

#include <utility>

namespace evald::service {
namespace {

/// Whether the body is the answer to a tool call: {callId, ok: true, value} or {callId, ok: false, error}.
Result<void> check_tool_result(std::string_view body, std::size_t max_depth) {
    const auto document = JsonDocument::parse(body, max_depth);
    if (!document) return document.error();
    Faults faults;
    simdjson::dom::object object;
    if (document->root().get(object) != simdjson::SUCCESS) {
        faults.add("", "must be an object");
        return std::move(faults).error();
    }
    const ObjectReader reader(object, "", faults);
    reader.allow_only({"callId", "ok", "value", "error"});
    reader.needed_text("callId");
    const auto ok = reader.boolean("ok");
    if (!reader.member("ok")) reader.fault("ok", "is missing; it must be true or false");
    if (ok && *ok && reader.member("error")) reader.fault("error", "must not stand beside ok: true");
    if (ok && !*ok && reader.member("value")) reader.fault("value", "must not stand beside ok: false");
    if (ok && !*ok) reader.needed_text("error");
    if (!faults.empty()) return std::move(faults).error();
    return {};
}

Response answer_tool_result(const Exchange& exchange, const Services& services) {
    if (!is_json_content(exchange.request())) {
        Error error;
        error.code = ErrorCode::unsupported_media;
        return problem_response(error, exchange.request_id);
    }
    const auto run = services.evaluator.find_run(exchange.caller.principal, exchange.parameters[0]);
    if (!run) return problem_response(run.error(), exchange.request_id);
    const auto depth = static_cast<std::size_t>(services.config.limits.json_depth);
    const Result<void> checked = check_tool_result(exchange.request().body(), depth);
    if (!checked) return problem_response(checked.error(), exchange.request_id);
    return problem_response(409, "The run has no open call with this id.", exchange.request_id);
}

}  // namespace

Response get_run(Exchange& exchange, Services& services) {
    const auto run = services.evaluator.find_run(exchange.caller.principal, exchange.parameters[0]);
    if (!run) return problem_response(run.error(), exchange.request_id);
    exchange.session_id = (*run)->session();
    return Response::json(run_state_json(**run));
}

Response cancel_run(Exchange& exchange, Services& services) {
    const auto principal = acting_principal(exchange);
    if (!principal) return problem_response(principal.error(), exchange.request_id);
    const auto run = services.evaluator.find_run(*principal, exchange.parameters[0]);
    if (!run) return problem_response(run.error(), exchange.request_id);
    if ((*run)->finished()) return problem_response(409, "The run has ended.", exchange.request_id);
    (*run)->cancel(CancelReason::cancel_requested);
    return Response::empty(202);
}

boost::asio::awaitable<void> post_tool_result(Exchange& exchange, Services& services) {
    Response response = answer_tool_result(exchange, services);
    co_await exchange.respond(std::move(response));
}

}  // namespace evald::service
