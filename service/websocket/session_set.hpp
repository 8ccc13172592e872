#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <vector>

namespace evald::service {

class WebSocketSession;

/// All open WebSockets: what the one timer for their pings and silences, the drain and the metrics go through.
/// Sessions enter and leave it themselves. Loop thread.
class SessionSet {
public:
    explicit SessionSet(boost::asio::any_io_executor loop) : timer_(std::move(loop)) {}

    void add(WebSocketSession& session);
    void remove(WebSocketSession& session);
    /// Looks after pings and deadlines once a second until stop().
    boost::asio::awaitable<void> watch();
    /// Those without a run close with 1012 at once, the others once their runs have ended.
    void drain();
    /// Starts to close all that are left.
    void close_all();
    void stop();

    [[nodiscard]] std::size_t size() const { return sessions_.size(); }
    [[nodiscard]] std::uint64_t queued_bytes() const;
    [[nodiscard]] bool is_draining() const { return is_draining_; }

    std::uint64_t opened = 0, messages_in = 0, messages_out = 0, dropped_peers = 0;

private:
    std::vector<WebSocketSession*> sessions_;
    boost::asio::steady_timer timer_;
    bool is_draining_ = false, is_stopped_ = false;
};

}  // namespace evald::service
