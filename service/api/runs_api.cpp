#include "api/runs_api.hpp"

#include "api/acting_principal.hpp"
#include "api/eval_headers.hpp"
#include "api/json_document.hpp"
#include "api/object_reader.hpp"
#include "api/responses.hpp"
#include "api/tool_result_body.hpp"
#include "http/http_error.hpp"

#include <utility>

namespace evald::service {
namespace {

Result<ToolResultBody> read_body(std::string_view body, std::size_t max_depth) {
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
    ToolResultBody result = read_tool_result(reader, body);
    if (!faults.empty()) return std::move(faults).error();
    return result;
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
    Result<ToolResultBody> body = read_body(exchange.request().body(), depth);
    if (!body) return problem_response(body.error(), exchange.request_id);
    const Result<void> taken = services.evaluator.answer_tool_call(exchange.caller.principal, (*run)->id(),
                                                                   body->call_id, std::move(body->answer));
    if (!taken) return problem_response(taken.error(), exchange.request_id);
    return Response::empty(204);
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
