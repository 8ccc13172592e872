#include "websocket/websocket_session.hpp"

#include "api/eval_body.hpp"
#include "base/json_writer.hpp"
#include "http/http_error.hpp"

#include <boost/asio/post.hpp>
#include <utility>

namespace evald::service {
namespace {

using Clock = std::chrono::steady_clock;

/// Events wait in their feeds, where they are bounded, while this much is queued for the socket.
constexpr std::size_t k_queue_mark = 256U << 10U;
/// Messages are not read while more than this is queued: their answers would only add to it.
constexpr std::size_t k_read_mark = 1U << 20U;
/// How long an announcement may wait for what follows it. The timer is left to run when that came sooner, as arming and
/// ending one costs system calls: it may find something younger, and then waits on.
constexpr std::chrono::milliseconds k_send_delay{2};
/// Open runs and watched sessions of one connection.
constexpr std::size_t k_most_feeds = 2'000;

constexpr std::uint16_t k_close_binary = 1003, k_close_slow = 1008, k_close_drain = 1012;

/// Whether somebody waits for it: the others say what is about to happen, or are followed by the end of the run.
bool is_urgent(EventType type) {
    return type == EventType::output || type == EventType::tool_call || type == EventType::run_finished ||
           type == EventType::gap;
}

Error make_error(ErrorCode code, std::string message) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    return error;
}

bool needs_eval_scope(ClientMessageType type) {
    return type == ClientMessageType::eval || type == ClientMessageType::cancel ||
           type == ClientMessageType::interrupt || type == ClientMessageType::tool_result;
}

}  // namespace

WebSocketSession::WebSocketSession(std::shared_ptr<WebSocket> socket, Services& services, Caller caller,
                                   std::string default_session, WebSocketOrigin origin)
    : socket_(std::move(socket)),
      services_(services),
      caller_(std::move(caller)),
      default_session_(std::move(default_session)),
      origin_(std::move(origin)),
      executor_(socket_->link().stream().executor()),
      feeds_(services.evaluator, caller_.principal, [this] { schedule_pump(); }),
      send_timer_(executor_),
      has_room_(executor_),
      last_ping_(Clock::now()) {
    socket_->link().on_room([this] {
        has_room_.set();
        schedule_pump();
    });
    services_.websockets.add(*this);
}

WebSocketSession::~WebSocketSession() {
    services_.websockets.remove(*this);
    socket_->link().on_room({});
}

boost::asio::awaitable<void> WebSocketSession::run(std::shared_ptr<WebSocketSession> self) {
    if (self->services_.websockets.is_draining()) self->close_when_idle();
    const auto depth = static_cast<std::size_t>(self->services_.config.limits.json_depth);
    while (true) {
        const WebSocketMessage message = co_await self->socket_->read();
        if (message.kind == WebSocketMessage::Kind::ended) break;
        ++self->services_.websockets.messages_in;
        if (message.kind == WebSocketMessage::Kind::binary) {
            self->socket_->close(k_close_binary, "text messages only");
            continue;
        }
        self->answer_read(read_client_message(message.text, depth));
        if (self->queued_bytes() <= k_read_mark) continue;
        self->has_room_.reset();
        co_await self->has_room_.wait();
    }
    self->is_over_ = true;
    self->socket_->link().close();
}

void WebSocketSession::answer_read(ReadMessage read) {
    if (!read.message) {
        refuse(read.message.error(), read.id_json);
    } else {
        const Result<void> done = act(*read.message, read.id_json);
        if (!done) refuse(done.error(), read.id_json);
    }
}

Result<void> WebSocketSession::act(ClientMessage& message, const std::string& id_json) {
    if (needs_eval_scope(message.type) && !caller_.has(Scope::eval))
        return make_error(ErrorCode::forbidden, "The token does not have the scope that this needs.");
    switch (message.type) {
        case ClientMessageType::eval: return start_run(message, id_json);
        case ClientMessageType::cancel: return cancel_run(message.run);
        case ClientMessageType::tool_result:
            return services_.evaluator.answer_tool_call(caller_.principal, message.run, message.call_id,
                                                        std::move(message.answer));
        case ClientMessageType::ping:
            answer(R"({"type":"pong"})");
            schedule_pump();
            return {};
        default: break;
    }
    const Result<std::string> session = session_of(message);
    if (!session) return session.error();
    if (message.type == ClientMessageType::interrupt) return services_.evaluator.interrupt(caller_.principal, *session);
    if (message.type == ClientMessageType::unwatch) {
        feeds_.unwatch(*session);
        return {};
    }
    if (feeds_.size() >= k_most_feeds)
        return make_error(ErrorCode::too_many_requests, "Too many sessions are watched here.");
    return feeds_.watch(*session, message.since);
}

Result<std::string> WebSocketSession::session_of(const ClientMessage& message) const {
    if (!message.session.empty()) return message.session;
    if (!default_session_.empty()) return default_session_;
    Error error = make_error(ErrorCode::invalid_request, "A session is needed: the connection has no default.");
    error.fields.push_back({"/session", "is missing"});
    return error;
}

Result<void> WebSocketSession::start_run(const ClientMessage& message, const std::string& id_json) {
    const EvalBodyRules rules{services_.config.limits, default_session_, false, true, false, true};
    Result<EvalRequest> request = read_eval_object(message.document->root(), rules);
    if (!request) return request.error();
    request->request_id = origin_.request_id;
    request->trace = origin_.trace;
    if (feeds_.size() >= k_most_feeds) return make_error(ErrorCode::too_many_requests, "Too many runs are open here.");
    const int wait_s = services_.run_rate.take(caller_.principal, Clock::now());
    if (wait_s > 0) {
        Error error = make_error(ErrorCode::too_many_requests, "Too many runs were started; come back later.");
        error.retry_after_s = wait_s;
        return error;
    }
    SubmitOptions options;
    options.principal = caller_.principal;
    const Result<std::shared_ptr<Run>> run = feeds_.submit(std::move(*request), options);
    if (!run) return run.error();
    std::string text = R"({"type":"accepted")";
    if (!id_json.empty()) text.append(",\"id\":").append(id_json);
    text.append(",\"session\":\"").append((*run)->session()).append("\",\"run\":\"").append((*run)->id()).append("\"}");
    answer(text);
    return {};
}

Result<void> WebSocketSession::cancel_run(const std::string& run) {
    const auto found = services_.evaluator.find_run(caller_.principal, run);
    if (!found) return found.error();
    if ((*found)->finished()) return make_error(ErrorCode::conflict, "The run has ended.");
    (*found)->cancel(CancelReason::cancel_requested);
    return {};
}

void WebSocketSession::refuse(const Error& error, const std::string& id_json) {
    std::string text = R"({"type":"error")";
    if (!id_json.empty()) text.append(",\"id\":").append(id_json);
    text.append(",\"problem\":").append(problem_json(error, origin_.request_id)).append("}");
    answer(text);
    schedule_pump();
}

void WebSocketSession::answer(std::string_view text) {
    ++services_.websockets.messages_out;
    socket_->send(text);
}

void WebSocketSession::schedule_pump() {
    if (std::exchange(pump_scheduled_, true)) return;
    boost::asio::post(executor_, [self = weak_from_this()] {
        if (const auto session = self.lock()) session->pump();
    });
}

void WebSocketSession::pump() {
    pump_scheduled_ = false;
    if (is_over_) return;
    SocketLink& link = socket_->link();
    const bool had_answers = link.queued() > 0;
    bool sends_now = false, took_any = false;
    while (link.queued() < k_queue_mark) {
        const EventPtr event = feeds_.next();
        if (!event) break;
        took_any = true;
        sends_now = sends_now || is_urgent(event->type);
        ++services_.websockets.messages_out;
        socket_->send(event);
    }
    if (sends_now || (had_answers && !took_any) || link.queued() >= k_queue_mark)
        send();
    else if (link.queued() > 0)
        send_soon();
    if (closes_when_idle_ && !feeds_.has_runs()) close_for_drain();
}

void WebSocketSession::send() {
    unsent_since_ = TimePoint::max();
    socket_->link().flush();
}

void WebSocketSession::send_soon() {
    if (unsent_since_ == TimePoint::max()) unsent_since_ = Clock::now();
    if (!send_timer_.is_armed()) send_timer_.arm(k_send_delay, [this] { send_unsent(); });
}

void WebSocketSession::send_unsent() {
    if (is_over_ || unsent_since_ == TimePoint::max()) return;
    const auto age = Clock::now() - unsent_since_;
    if (age >= k_send_delay / 2)
        send();
    else
        send_timer_.arm(k_send_delay - age, [this] { send_unsent(); });
}

void WebSocketSession::tick(TimePoint now) {
    if (is_over_) return;
    const auto& limits = services_.config.websocket;
    SocketLink& link = socket_->link();
    const bool is_silent = now - link.last_heard() > limits.idle_timeout;
    const bool is_stuck = link.queued() > 0 && now - link.last_progress() > limits.idle_timeout;
    if (is_silent || is_stuck) {
        ++services_.websockets.dropped_peers;
        if (is_stuck)
            link.close();
        else
            socket_->close(k_close_slow, "nothing was heard from you");
        return;
    }
    if (now - last_ping_ < limits.ping) return;
    last_ping_ = now;
    socket_->ping();
    link.flush();
}

void WebSocketSession::close_when_idle() {
    closes_when_idle_ = true;
    if (!feeds_.has_runs()) close_for_drain();
}

void WebSocketSession::close_for_drain() { socket_->close(k_close_drain, "the server is going away"); }

void WebSocketSession::abort() { socket_->link().close(); }

}  // namespace evald::service
