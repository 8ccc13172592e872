#pragma once

#include "api/services.hpp"
#include "base/trace_context.hpp"
#include "http/caller.hpp"
#include "platform/async_event.hpp"
#include "platform/one_shot_timer.hpp"
#include "websocket/client_message.hpp"
#include "websocket/session_feeds.hpp"
#include "websocket/websocket.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace evald::service {

/// The request that opened a connection; its runs are logged as its.
struct WebSocketOrigin {
    std::string request_id;
    TraceContext trace;
};

/// One client on /eval/stream: reads its messages, answers them, passes events on.
///
/// run() is the reader and holds the session; pump() moves events from the feeds into the socket's queue as long as
/// that is short, and sends. What the client waits for (output, the end of a run) is sent at once; what only announces
/// is sent with it, or a moment later, so that a short cell costs one system call. A slow client gets gaps, from its
/// feeds' bounded queues. Loop thread.
class WebSocketSession final : public std::enable_shared_from_this<WebSocketSession> {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// `default_session` may be empty.
    WebSocketSession(std::shared_ptr<WebSocket> socket, Services& services, Caller caller, std::string default_session,
                     WebSocketOrigin origin);
    ~WebSocketSession();
    WebSocketSession(const WebSocketSession&) = delete;
    WebSocketSession& operator=(const WebSocketSession&) = delete;

    /// Returns when the connection is over. The runs that it started are cancelled then, but for detached ones.
    static boost::asio::awaitable<void> run(std::shared_ptr<WebSocketSession> self);

    /// Once a second: pings, and drops a peer that has been silent or has not read for too long.
    void tick(TimePoint now);
    /// Closes with 1012 as soon as no run of this connection is on.
    void close_when_idle();
    void close_for_drain();
    void abort();
    [[nodiscard]] std::size_t queued_bytes() const { return socket_->link().queued(); }

private:
    void answer(std::string_view text);
    void answer_read(ReadMessage read);
    Result<void> act(ClientMessage& message, const std::string& id_json);
    Result<void> start_run(const ClientMessage& message, const std::string& id_json);
    Result<void> cancel_run(const std::string& run);
    void refuse(const Error& error, const std::string& id_json);
    Result<std::string> session_of(const ClientMessage& message) const;

    void schedule_pump();
    void pump();
    void send();
    void send_soon();
    void send_unsent();

    std::shared_ptr<WebSocket> socket_;
    Services& services_;
    Caller caller_;
    std::string default_session_;
    WebSocketOrigin origin_;
    boost::asio::any_io_executor executor_;
    SessionFeeds feeds_;
    OneShotTimer send_timer_;
    AsyncEvent has_room_;
    TimePoint last_ping_, unsent_since_ = TimePoint::max();
    bool pump_scheduled_ = false, closes_when_idle_ = false, is_over_ = false;
};

}  // namespace evald::service
