#pragma once

#include "base/error.hpp"
#include "http/connection.hpp"
#include "http/http_handler.hpp"
#include "platform/task_group.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace evald::service {

struct ServerLimits {
    ConnectionLimits connection;
    std::size_t connections = 1024;
    std::size_t connections_per_peer = 0;  ///< 0: no limit of its own
    /// Whose connections are those of many callers, so that this limit is not for it; empty: nobody's.
    std::function<bool(const boost::asio::ip::address&)> is_proxy;
};

struct ServerCounts {
    std::uint64_t accepted = 0;     ///< since start
    std::uint64_t turned_away = 0;  ///< as there were too many in all
    std::uint64_t turned_away_by_peer = 0;
};

/// Listens, and owns the connections. Once over the limit, a connection is answered 503 and closed; when descriptors
/// run out, accepting pauses. One timer looks at all deadlines twice a second.
///
/// Lifecycle: listen(), start(), drain(), stop(). Loop thread.
class Server {
public:
    Server(boost::asio::any_io_executor loop, ServerLimits limits, HttpHandler& handler);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Binds, and tells the address that was bound (port 0 becomes a real one). `host`: an address, or a name, of which
    /// the first address is taken.
    Result<boost::asio::ip::tcp::endpoint> listen(const std::string& host, std::uint16_t port);
    /// What connections that come from now on speak; plain TCP unless told.
    void use_streams(StreamMaker maker) { make_stream_ = std::move(maker); }
    void start();
    /// Connections close once they have answered what they read; new ones are still taken.
    void drain();
    /// Stops accepting, gives answers that are under way `grace` to go out, closes all; returns when all have ended.
    boost::asio::awaitable<void> stop(std::chrono::milliseconds grace);

    [[nodiscard]] std::size_t connections() const { return connections_.size(); }
    [[nodiscard]] const ServerCounts& counts() const { return counts_; }

private:
    boost::asio::awaitable<void> accept_loop();
    boost::asio::awaitable<void> sweep_loop();
    boost::asio::awaitable<void> serve(std::shared_ptr<Connection> connection);
    boost::asio::awaitable<void> wait_until_empty(std::chrono::milliseconds limit);
    /// Takes all connections that wait. False: descriptors or memory have run out.
    bool accept_waiting();
    void take(int descriptor);
    /// Whether it has been answered that there are too many connections.
    bool turn_away(Connection& connection);

    boost::asio::any_io_executor loop_;
    ServerLimits limits_;
    HttpHandler& handler_;
    StreamMaker make_stream_ = make_tcp_stream;
    boost::asio::ip::tcp::acceptor acceptor_;
    boost::asio::steady_timer sweep_timer_, backoff_timer_;
    std::vector<std::shared_ptr<Connection>> connections_;
    std::map<boost::asio::ip::address, std::size_t> by_peer_;
    ServerCounts counts_;
    bool is_draining_ = false, is_stopping_ = false;
    AsyncEvent emptied_;
    TaskGroup tasks_;
};

}  // namespace evald::service
