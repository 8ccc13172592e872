#include "websocket/session_set.hpp"

#include "websocket/websocket_session.hpp"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <numeric>

namespace evald::service {
namespace {

constexpr std::chrono::seconds k_tick{1};

}  // namespace

void SessionSet::add(WebSocketSession& session) {
    sessions_.push_back(&session);
    ++opened;
}

void SessionSet::remove(WebSocketSession& session) { std::erase(sessions_, &session); }

boost::asio::awaitable<void> SessionSet::watch() {
    boost::system::error_code error;
    auto token = boost::asio::redirect_error(boost::asio::use_awaitable, error);
    while (!is_stopped_) {
        timer_.expires_after(k_tick);
        co_await timer_.async_wait(token);
        const auto now = std::chrono::steady_clock::now();
        const auto all = sessions_;  // none is destroyed within tick(): sockets close later, from the loop
        for (WebSocketSession* session : all) session->tick(now);
    }
}

void SessionSet::drain() {
    is_draining_ = true;
    const auto all = sessions_;
    for (WebSocketSession* session : all) session->close_when_idle();
}

void SessionSet::close_all() {
    const auto all = sessions_;
    for (WebSocketSession* session : all) session->close_for_drain();
}

void SessionSet::stop() {
    is_stopped_ = true;
    timer_.cancel();
}

std::uint64_t SessionSet::queued_bytes() const {
    return std::accumulate(
        sessions_.begin(), sessions_.end(), std::uint64_t{0},
        [](std::uint64_t sum, const WebSocketSession* session) { return sum + session->queued_bytes(); });
}

}  // namespace evald::service
