// beast_echo PORT: what a one-thread Beast server reaches at best. GET answers a fixed JSON, POST its body; /ws echoes
// WebSocket messages.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

/// Sends each message back.
class EchoSocket : public std::enable_shared_from_this<EchoSocket> {
public:
    EchoSocket(beast::tcp_stream stream, Request request) : socket_(std::move(stream)), request_(std::move(request)) {}

    void run() {
        beast::get_lowest_layer(socket_).expires_never();
        socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
        socket_.text(true);
        socket_.async_accept(request_, [self = shared_from_this()](beast::error_code error) {
            if (!error) self->read();
        });
    }

private:
    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (!error) self->write();
        });
    }

    void write() {
        socket_.async_write(buffer_.data(), [self = shared_from_this()](beast::error_code error, std::size_t size) {
            if (error) return;
            self->buffer_.consume(size);
            self->read();
        });
    }

    websocket::stream<beast::tcp_stream> socket_;
    Request request_;
    beast::flat_buffer buffer_;
};

/// Answers requests until the peer leaves or upgrades.
class EchoConnection : public std::enable_shared_from_this<EchoConnection> {
public:
    explicit EchoConnection(tcp::socket socket) : stream_(std::move(socket)) {}

    void read() {
        constexpr std::chrono::seconds limit{30};
        request_ = {};
        stream_.expires_after(limit);
        http::async_read(stream_, buffer_, request_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (!error) self->answer();
        });
    }

private:
    void answer() {
        if (websocket::is_upgrade(request_)) {
            std::make_shared<EchoSocket>(std::move(stream_), std::move(request_))->run();
            return;
        }
        response_ = {};
        response_.version(request_.version());
        response_.result(http::status::ok);
        response_.set(http::field::content_type, "application/json");
        response_.keep_alive(request_.keep_alive());
        response_.body() = request_.method() == http::verb::post ? std::move(request_.body()) : R"({"ok":true})";
        response_.prepare_payload();
        http::async_write(stream_, response_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (!error && self->response_.keep_alive()) self->read();
        });
    }

    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    Request request_;
    Response response_;
};

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) return EXIT_FAILURE;
    const auto port = static_cast<unsigned short>(std::atoi(arguments[1]));
    asio::io_context context{1};
    tcp::acceptor acceptor{context, {asio::ip::make_address("127.0.0.1"), port}};
    std::function<void()> accept = [&] {
        acceptor.async_accept([&](beast::error_code error, tcp::socket socket) {
            if (!error) {
                socket.set_option(tcp::no_delay(true));
                std::make_shared<EchoConnection>(std::move(socket))->read();
            }
            accept();
        });
    };
    accept();
    context.run();
    return EXIT_SUCCESS;
}
