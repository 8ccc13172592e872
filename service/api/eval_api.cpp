#include "api/eval_api.hpp"

#include "api/eval_body.hpp"
#include "api/eval_headers.hpp"
#include "api/responses.hpp"
#include "http/byte_stream.hpp"
#include "http/http_error.hpp"
#include "http/trace_context.hpp"
#include "platform/async_event.hpp"
#include "platform/sha256.hpp"
#include "sse/event_stream.hpp"
#include "websocket/handshake.hpp"
#include "websocket/websocket_session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <memory>
#include <utility>

namespace evald::service {
namespace {

Error too_fast(int retry_after_s) {
    Error error;
    error.code = ErrorCode::too_many_requests;
    error.message = "Too many runs were started; come back later.";
    error.retry_after_s = retry_after_s;
    return error;
}

Error not_ready() {
    Error error;
    error.code = ErrorCode::unavailable;
    error.message = "The service is starting.";
    error.retry_after_s = 1;
    return error;
}

/// What can be said before the body is looked at.
Result<EvalHeaders> check_call(const Exchange& exchange, Services& services) {
    Result<EvalHeaders> headers = read_eval_headers(exchange.request());
    if (!headers) return headers;
    if (!services.evaluator.ready()) return not_ready();
    const int wait_s = services.run_rate.take(exchange.caller.principal, std::chrono::steady_clock::now());
    if (wait_s > 0) return too_fast(wait_s);
    return headers;
}

Result<EvalRequest> read_request(const Exchange& exchange, const Services& services, const EvalHeaders& headers) {
    const EvalBodyRules rules{services.config.limits, headers.session,     true,
                              headers.streams(),      headers.is_detached, false};
    return read_eval_body(exchange.request().body(), rules);
}

SubmitOptions submit_options(const Exchange& exchange, const EvalHeaders& headers) {
    SubmitOptions options;
    options.principal = exchange.caller.principal;
    if (headers.idempotency_key.empty()) return options;
    options.idempotency_key = headers.idempotency_key;
    options.body_digest = sha256_hex(headers.session + "\n" + exchange.request().body());
    return options;
}

boost::asio::awaitable<void> set_when_finished(std::shared_ptr<Run> run, std::shared_ptr<AsyncEvent> event) {
    co_await run->wait_finished();
    event->set();
}

/// False: the caller went away first.
boost::asio::awaitable<bool> wait_for_run(Exchange& exchange, std::shared_ptr<Run> run) {
    if (run->finished()) co_return true;
    const auto executor = exchange.executor();
    const auto wake = std::make_shared<AsyncEvent>(executor);
    exchange.on_caller_gone([wake] { wake->set(); });
    boost::asio::co_spawn(executor, set_when_finished(run, wake), boost::asio::detached);
    co_await wake->wait();
    exchange.forget_caller_gone();
    co_return run->finished();
}

boost::asio::awaitable<void> answer_with_result(Exchange& exchange, std::shared_ptr<Run> run) {
    const Run::Waiter waiter(run);
    const bool is_finished = co_await wait_for_run(exchange, run);
    if (!is_finished) co_return;
    if (run->refusal()) {
        co_await exchange.respond(problem_response(*run->refusal(), exchange.request_id));
        co_return;
    }
    co_await exchange.respond(Response::json(run->result_json()));
}

boost::asio::awaitable<void> answer_with_events(Exchange& exchange, Services& services, Submitted submitted,
                                                EventFormat format) {
    const std::shared_ptr<Run> run = submitted.run;
    const Run::Waiter waiter(run);
    const auto session = services.evaluator.session(exchange.caller.principal, run->session());
    const std::string epoch = session ? session->epoch : "";
    const bool is_open = co_await exchange.begin_stream(200, content_type_of(format));
    if (!is_open) co_return;
    // A repeated run may have ended so long ago that its events are gone, or its session is: then its end is all there is.
    const bool has_events = submitted.events && (!run->finished() || !submitted.events->empty());
    if (has_events) {
        const StreamEnd end = co_await pass_events(exchange, *submitted.events, format, epoch, run->id());
        if (end == StreamEnd::caller_gone) co_return;
    } else {
        const bool is_finished = co_await wait_for_run(exchange, run);
        if (!is_finished) co_return;
        std::string text;
        append_event(text, format, *run->finished_event(), run->finished_epoch());
        co_await exchange.send(text);
    }
    co_await exchange.end_stream();
}

boost::asio::awaitable<void> answer_accepted(Exchange& exchange, const std::shared_ptr<Run>& run, bool preferred) {
    Response response = Response::json(run_state_json(*run), 202);
    response.add("Location", "/runs/" + run->id());
    if (preferred) response.add("Preference-Applied", "respond-async");
    co_await exchange.respond(std::move(response));
}

}  // namespace

boost::asio::awaitable<void> post_eval(Exchange& exchange, Services& services) {
    const Result<EvalHeaders> headers = check_call(exchange, services);
    if (!headers) {
        co_await exchange.respond(eval_headers_problem(headers.error(), exchange.request_id));
        co_return;
    }
    Result<EvalRequest> request = read_request(exchange, services, *headers);
    if (!request) {
        co_await exchange.respond(problem_response(request.error(), exchange.request_id));
        co_return;
    }
    const bool is_detached = request->detach;
    const bool streams = headers->streams() && !is_detached;
    const SubmitOptions options = submit_options(exchange, *headers);
    exchange.session_id = request->session;
    request->request_id = exchange.request_id;
    request->trace = read_trace_context(exchange.request());
    Result<Submitted> submitted = services.evaluator.submit(std::move(*request), options, streams);
    if (!submitted) {
        if (submitted.error().code == ErrorCode::not_found) exchange.session_id.clear();
        co_await exchange.respond(problem_response(submitted.error(), exchange.request_id));
        co_return;
    }
    exchange.session_id = submitted->run->session();
    if (is_detached)
        co_await answer_accepted(exchange, submitted->run, headers->is_detached);
    else if (streams)
        co_await answer_with_events(exchange, services, std::move(*submitted), *headers->stream_format);
    else
        co_await answer_with_result(exchange, submitted->run);
}

boost::asio::awaitable<void> open_eval_stream(Exchange& exchange, Services& services) {
    std::optional<Response> refusal = refuse_handshake(exchange.request(), exchange.request_id);
    const Result<std::string> session = session_of_handshake(exchange.request());
    if (!refusal && !session) refusal = problem_response(session.error(), exchange.request_id);
    if (refusal) {
        co_await exchange.respond(std::move(*refusal));
        co_return;
    }
    WebSocketOptions options;
    options.message_max = services.config.limits.body;
    options.deflate = services.config.websocket.deflate;
    options.subprotocol = chosen_subprotocol(exchange.request());
    options.request_id = exchange.request_id;
    std::string rest;
    auto stream = exchange.release_stream(rest);
    const auto socket =
        co_await WebSocket::accept(std::move(stream), exchange.request(), std::move(rest), std::move(options));
    if (!socket) co_return;
    exchange.note_status(101);
    const WebSocketOrigin origin{exchange.request_id, read_trace_context(exchange.request())};
    const auto client = std::make_shared<WebSocketSession>(socket, services, exchange.caller, *session, origin);
    exchange.on_abort([client] { client->abort(); });
    co_await WebSocketSession::run(client);
    exchange.on_abort({});
}

}  // namespace evald::service
