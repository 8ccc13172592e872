#include "http/server.hpp"

#include "http/http_error.hpp"
#include "http/request_id.hpp"
#include "platform/unique_fd.hpp"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <system_error>
#include <utility>

namespace evald::service {
namespace {

using boost::asio::ip::tcp;

constexpr std::chrono::milliseconds k_sweep{500}, k_backoff{100};
/// Connections taken at one go before others get their turn.
constexpr int k_accept_batch = 64;
constexpr int k_backlog = 512;

void set_option(int descriptor, int level, int name, int value) {
    ::setsockopt(descriptor, level, name, &value, sizeof value);
}

/// Without NODELAY a small frame waits for the peer's delayed acknowledgement, 40 ms. Keep-alive finds out about peers
/// that vanished while a run is on, when nothing is sent.
void set_up_accepted(int descriptor) {
    set_option(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, 60);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, 15);
    set_option(descriptor, IPPROTO_TCP, TCP_KEEPCNT, 4);
}

void report_task_error(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& fault) {
        spdlog::error("a connection ended with an exception: {}", fault.what());
    }
}

Error listen_error(const std::string& host, std::uint16_t port, const std::string& reason) {
    Error error;
    error.code = ErrorCode::unavailable;
    error.message = "cannot listen on " + host + " port " + std::to_string(port) + ": " + reason;
    return error;
}

}  // namespace

Server::Server(boost::asio::any_io_executor loop, ServerLimits limits, HttpHandler& handler)
    : loop_(loop),
      limits_(std::move(limits)),
      handler_(handler),
      acceptor_(loop),
      sweep_timer_(loop),
      backoff_timer_(loop),
      emptied_(loop),
      tasks_(loop, report_task_error) {}

Server::~Server() = default;

Result<tcp::endpoint> Server::listen(const std::string& host, std::uint16_t port) {
    boost::system::error_code error;
    tcp::resolver resolver(loop_);
    const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive, error);
    if (error || found.empty()) return listen_error(host, port, error ? error.message() : "no such address");
    const tcp::endpoint endpoint = *found.begin();
    UniqueFd descriptor(::socket(endpoint.protocol().family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!descriptor) return listen_error(host, port, std::generic_category().message(errno));
    set_option(descriptor.get(), SOL_SOCKET, SO_REUSEADDR, 1);
    set_option(descriptor.get(), IPPROTO_TCP, TCP_NODELAY, 1);
    if (endpoint.address().is_v6()) set_option(descriptor.get(), IPPROTO_IPV6, IPV6_V6ONLY, 0);
    if (::bind(descriptor.get(), endpoint.data(), static_cast<socklen_t>(endpoint.size())) != 0 ||
        ::listen(descriptor.get(), k_backlog) != 0)
        return listen_error(host, port, std::generic_category().message(errno));
    acceptor_.assign(endpoint.protocol(), descriptor.release(), error);
    if (error) return listen_error(host, port, error.message());
    return acceptor_.local_endpoint();
}

void Server::start() {
    tasks_.spawn(accept_loop());
    tasks_.spawn(sweep_loop());
}

boost::asio::awaitable<void> Server::accept_loop() {
    boost::system::error_code error;
    auto token = boost::asio::redirect_error(boost::asio::use_awaitable, error);
    while (!is_stopping_) {
        co_await acceptor_.async_wait(tcp::acceptor::wait_read, token);
        if (error || is_stopping_) break;
        const bool can_go_on = accept_waiting();
        if (can_go_on) continue;
        backoff_timer_.expires_after(k_backoff);
        co_await backoff_timer_.async_wait(token);
    }
}

bool Server::accept_waiting() {
    for (int i = 0; i < k_accept_batch; ++i) {
        const int descriptor = ::accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (descriptor >= 0) {
            take(descriptor);
            continue;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) return true;
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            spdlog::warn("accepting pauses: {}", std::generic_category().message(errno));
            return false;
        }
        // Others concern the one connection that has just failed.
    }
    return true;
}

bool Server::turn_away(Connection& connection) {
    if (connections_.size() >= limits_.connections) {
        ++counts_.turned_away;
        connection.turn_away(503, "Too many connections; come back later.");
        return true;
    }
    const auto found = by_peer_.find(connection.peer());
    const bool has_room =
        limits_.connections_per_peer == 0 || found == by_peer_.end() || found->second < limits_.connections_per_peer;
    if (has_room || (limits_.is_proxy && limits_.is_proxy(connection.peer()))) return false;
    ++counts_.turned_away_by_peer;
    connection.turn_away(429, "Too many connections from this address.");
    return true;
}

void Server::take(int descriptor) {
    UniqueFd owned(descriptor);
    set_up_accepted(descriptor);
    boost::system::error_code error;
    tcp::socket socket(loop_);
    const auto family = acceptor_.local_endpoint(error).protocol();
    socket.assign(family, owned.release(), error);
    if (error) return;
    socket.non_blocking(true, error);
    auto stream = make_stream_(std::move(socket));
    auto connection = std::make_shared<Connection>(std::move(stream), limits_.connection, handler_);
    ++counts_.accepted;
    if (turn_away(*connection)) return;
    if (is_draining_) connection->close_after_answer();
    connections_.push_back(connection);
    ++by_peer_[connection->peer()];
    tasks_.spawn(serve(std::move(connection)));
}

boost::asio::awaitable<void> Server::serve(std::shared_ptr<Connection> connection) {
    const auto peer = connection->peer();
    try {
        co_await Connection::serve(connection);
    } catch (const std::exception& fault) {
        spdlog::error("a connection ended with an exception: {}", fault.what());
        connection->abort();
    }
    const auto found = by_peer_.find(peer);
    if (found != by_peer_.end() && --found->second == 0) by_peer_.erase(found);
    std::erase(connections_, connection);
    if (connections_.empty()) emptied_.set();
}

boost::asio::awaitable<void> Server::sweep_loop() {
    boost::system::error_code error;
    auto token = boost::asio::redirect_error(boost::asio::use_awaitable, error);
    while (!is_stopping_ || !connections_.empty()) {
        sweep_timer_.expires_after(k_sweep);
        co_await sweep_timer_.async_wait(token);
        const auto now = std::chrono::steady_clock::now();
        const auto all = connections_;
        for (const auto& connection : all) connection->sweep(now);
    }
}

void Server::drain() {
    is_draining_ = true;
    const auto all = connections_;
    for (const auto& connection : all) connection->drain();
}

boost::asio::awaitable<void> Server::wait_until_empty(std::chrono::milliseconds limit) {
    if (connections_.empty()) co_return;
    emptied_.reset();
    const bool in_time = co_await emptied_.wait_for(limit);
    (void)in_time;
}

boost::asio::awaitable<void> Server::stop(std::chrono::milliseconds grace) {
    is_stopping_ = true;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    backoff_timer_.cancel();
    drain();
    co_await wait_until_empty(grace);
    const auto all = connections_;
    for (const auto& connection : all) connection->abort();
    co_await wait_until_empty(std::chrono::seconds(1));
    sweep_timer_.cancel();
    co_await tasks_.join();
}

}  // namespace evald::service
