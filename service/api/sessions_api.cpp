#include "api/sessions_api.hpp"

#include "api/acting_principal.hpp"
#include "api/eval_headers.hpp"
#include "api/json_document.hpp"
#include "api/object_reader.hpp"
#include "api/responses.hpp"
#include "http/http_error.hpp"
#include "http/target.hpp"
#include "sse/event_stream.hpp"

#include <charconv>
#include <utility>

namespace evald::service {
namespace {

Error bad_session_id() {
    Error error;
    error.code = ErrorCode::invalid_request;
    error.message = "A session id is 1 to 128 of A-Z a-z 0-9 . _ - and neither . nor ..";
    return error;
}

Result<Language> read_reset_body(const Request& request, std::size_t max_depth) {
    if (!is_json_content(request)) {
        Error error;
        error.code = ErrorCode::unsupported_media;
        return error;
    }
    const auto document = JsonDocument::parse(request.body(), max_depth);
    if (!document) return document.error();
    Faults faults;
    simdjson::dom::object object;
    if (document->root().get(object) != simdjson::SUCCESS) {
        faults.add("", "must be an object");
        return std::move(faults).error();
    }
    const ObjectReader reader(object, "", faults);
    reader.allow_only({"language"});
    const auto name = reader.needed_text("language");
    const auto language = name ? language_from_request(*name) : std::nullopt;
    if (name && !language) reader.fault("language", R"(must be "py" or "js")");
    if (!faults.empty()) return std::move(faults).error();
    return *language;
}

struct WatchStart {
    std::uint64_t since = 0;
    std::string epoch;
};

/// A browser that connects again sends Last-Event-ID beside the query that it began with: the former is newer.
Result<WatchStart> read_watch_start(const Request& request) {
    WatchStart start;
    if (const auto last = request.field("Last-Event-ID")) {
        if (const auto id = parse_last_event_id(*last)) {
            start.since = id->seq;
            start.epoch = id->epoch;
            return start;
        }
    }
    const auto since = query_value(request.query(), "since");
    if (!since) return start;
    const auto [end, error] = std::from_chars(since->data(), since->data() + since->size(), start.since);
    if (error == std::errc() && end == since->data() + since->size()) return start;
    Error fault;
    fault.code = ErrorCode::invalid_request;
    fault.message = "since must be a whole number of at least 0.";
    return fault;
}

}  // namespace

Response list_sessions(Exchange& exchange, Services& services) {
    const auto principal = acting_principal(exchange);
    if (!principal) return problem_response(principal.error(), exchange.request_id);
    return Response::json(session_list_json(services.evaluator.sessions(*principal), services.config.node_name));
}

Response get_session(Exchange& exchange, Services& services) {
    const std::string& id = exchange.parameters[0];
    const auto principal = acting_principal(exchange);
    if (!principal) return problem_response(principal.error(), exchange.request_id);
    if (!is_session_id(id)) return problem_response(bad_session_id(), exchange.request_id);
    const auto info = services.evaluator.session(*principal, id);
    if (!info) return problem_response(info.error(), exchange.request_id);
    exchange.session_id = id;
    return Response::json(session_json(*info));
}

boost::asio::awaitable<void> delete_session(Exchange& exchange, Services& services) {
    const std::string id = exchange.parameters[0];
    const auto principal = acting_principal(exchange);
    Response response(204);
    if (!principal) {
        response = problem_response(principal.error(), exchange.request_id);
    } else if (!is_session_id(id)) {
        response = problem_response(bad_session_id(), exchange.request_id);
    } else {
        const Result<void> removed = co_await services.evaluator.remove_session(*principal, id);
        if (!removed) response = problem_response(removed.error(), exchange.request_id);
    }
    co_await exchange.respond(std::move(response));
}

Response interrupt_session(Exchange& exchange, Services& services) {
    const std::string& id = exchange.parameters[0];
    if (!is_session_id(id)) return problem_response(bad_session_id(), exchange.request_id);
    const Result<void> done = services.evaluator.interrupt(exchange.caller.principal, id);
    if (!done) return problem_response(done.error(), exchange.request_id);
    exchange.session_id = id;
    return Response::empty(202);
}

boost::asio::awaitable<void> reset_session(Exchange& exchange, Services& services) {
    const std::string id = exchange.parameters[0];
    const auto depth = static_cast<std::size_t>(services.config.limits.json_depth);
    const Result<Language> language = read_reset_body(exchange.request(), depth);
    Response response(204);
    if (!language) {
        response = problem_response(language.error(), exchange.request_id);
    } else if (!is_session_id(id)) {
        response = problem_response(bad_session_id(), exchange.request_id);
    } else {
        const Result<void> done = co_await services.evaluator.reset(exchange.caller.principal, id, *language);
        if (!done)
            response = problem_response(done.error(), exchange.request_id);
        else
            exchange.session_id = id;
    }
    co_await exchange.respond(std::move(response));
}

boost::asio::awaitable<void> watch_session(Exchange& exchange, Services& services) {
    const std::string id = exchange.parameters[0];
    const auto start = read_watch_start(exchange.request());
    const std::string& principal = exchange.caller.principal;
    Result<std::unique_ptr<Subscription>> events = bad_session_id();
    if (!start)
        events = start.error();
    else if (is_session_id(id))
        events = services.evaluator.watch(principal, id, start->since, start->epoch);
    if (!events) {
        co_await exchange.respond(problem_response(events.error(), exchange.request_id));
        co_return;
    }
    exchange.session_id = id;
    const auto session = services.evaluator.session(principal, id);
    const std::string epoch = session ? session->epoch : "";
    const bool is_open = co_await exchange.begin_stream(200, content_type_of(EventFormat::server_sent));
    if (!is_open) co_return;
    const StreamEnd end = co_await pass_events(exchange, **events, EventFormat::server_sent, epoch, "");
    if (end != StreamEnd::caller_gone) co_await exchange.end_stream();
}

}  // namespace evald::service
