#pragma once

#include "http/connection.hpp"
#include "support/run_coroutine.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace evald::service::test {

/// Answers as a test tells it to.
class FakeHandler final : public HttpHandler {
public:
    std::function<std::optional<Response>(Exchange&)> on_admit = [](Exchange&) { return std::nullopt; };
    std::function<boost::asio::awaitable<void>(Exchange&)> on_handle;
    std::vector<int> statuses;  ///< of exchanges that are over
    std::vector<int> unreadables;

    std::optional<Response> admit(Exchange& exchange) override {
        exchange.request_id = "id";
        return on_admit(exchange);
    }
    boost::asio::awaitable<void> handle(Exchange& exchange) override { return on_handle(exchange); }
    void finished(const Exchange&, int status, std::chrono::nanoseconds) override { statuses.push_back(status); }
    void unreadable(int status) override { unreadables.push_back(status); }
};

/// A connection over loopback and the client's end of it. Time passes only through sweep().
class ConnectionFixture {
public:
    ConnectionFixture() {
        using boost::asio::ip::tcp;
        tcp::acceptor acceptor(loop, tcp::endpoint(boost::asio::ip::make_address("127.0.0.1"), 0));
        client.connect(acceptor.local_endpoint());
        tcp::socket server = acceptor.accept();
        server.non_blocking(true);
        client.non_blocking(true);
        connection = std::make_shared<Connection>(make_tcp_stream(std::move(server)), limits, handler);
        boost::asio::co_spawn(loop, Connection::serve(connection), [this](const std::exception_ptr& error) {
            is_over = true;
            has_failed = error != nullptr;
        });
    }
    ~ConnectionFixture() {
        connection->abort();
        evald::test::run_until(loop, [this] { return is_over; });
    }
    ConnectionFixture(const ConnectionFixture&) = delete;
    ConnectionFixture& operator=(const ConnectionFixture&) = delete;

    void send(std::string_view bytes) {
        while (!bytes.empty()) {
            boost::system::error_code error;
            bytes.remove_prefix(client.write_some(boost::asio::buffer(bytes), error));
            if (error && error != boost::asio::error::would_block) return;  // what has closed takes nothing more
            read_some();
        }
    }
    /// Reads until `received` holds `part`, which is then cut off with all before it; returns that.
    std::string read_until(std::string_view part) {
        evald::test::run_until(loop, [&] {
            read_some();
            return received.find(part) != std::string::npos;
        });
        const std::size_t end = received.find(part) + part.size();
        std::string text = received.substr(0, end);
        received.erase(0, end);
        return text;
    }
    /// Everything up to the end of the connection.
    std::string read_all() {
        evald::test::run_until(loop, [&] {
            read_some();
            return has_ended;
        });
        return std::exchange(received, {});
    }
    void read_some() {
        loop.poll();
        char bytes[65'536];
        boost::system::error_code error;
        const std::size_t count = client.read_some(boost::asio::buffer(bytes), error);
        received.append(bytes, count);
        if (error && error != boost::asio::error::would_block) has_ended = true;
    }
    /// As if so much time had passed.
    void let_pass(std::chrono::seconds time) { connection->sweep(std::chrono::steady_clock::now() + time); }
    void wait_over() {
        evald::test::run_until(loop, [this] { return is_over; });
    }

    boost::asio::io_context loop{1};
    boost::asio::ip::tcp::socket client{loop};
    FakeHandler handler;
    ConnectionLimits limits;
    std::shared_ptr<Connection> connection;
    std::string received;
    bool is_over = false, has_failed = false, has_ended = false;
};

}  // namespace evald::service::test
