// beast_broadcast PORT: what it costs to send the same messages to many WebSockets at least. One thread; a client that
// sends "BYTES COUNT RATE" (in quotes) makes it send COUNT messages of BYTES bytes, RATE a second, to all that are
// connected, then {"type":"done"}. Each message exists once; each connection has a queue of them.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using Message = std::shared_ptr<const std::string>;

class Listener;

/// Sends to all listeners at a pace.
class Broadcast {
public:
    explicit Broadcast(asio::io_context& context) : timer_(context) {}

    void start(const std::string& wish);
    void add(Listener* listener) { listeners_.insert(listener); }
    void remove(Listener* listener) { listeners_.erase(listener); }

private:
    void step();
    void send(const Message& message);

    asio::steady_timer timer_;
    std::set<Listener*> listeners_;
    Message message_;
    int left_ = 0;
    std::chrono::steady_clock::duration pause_{};
};

class Listener : public std::enable_shared_from_this<Listener> {
public:
    Listener(tcp::socket socket, Broadcast& broadcast) : socket_(std::move(socket)), broadcast_(broadcast) {}
    ~Listener() { broadcast_.remove(this); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    void run() {
        http::async_read(socket_.next_layer(), buffer_, request_,
                         [self = shared_from_this()](beast::error_code error, std::size_t) {
                             if (!error && websocket::is_upgrade(self->request_)) self->accept();
                         });
    }

    void send(const Message& message) {
        queue_.push_back(message);
        if (queue_.size() == 1) write();
    }

private:
    void accept() {
        socket_.text(true);
        socket_.auto_fragment(false);  // one frame a message, as ours
        socket_.async_accept(request_, [self = shared_from_this()](beast::error_code error) {
            if (error) return;
            self->buffer_.clear();
            self->broadcast_.add(self.get());
            self->read();
        });
    }

    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (error) return;
            self->broadcast_.start(beast::buffers_to_string(self->buffer_.data()));
            self->buffer_.clear();
            self->read();
        });
    }

    void write() {
        socket_.async_write(asio::buffer(*queue_.front()),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                                if (error) return;
                                self->queue_.pop_front();
                                if (!self->queue_.empty()) self->write();
                            });
    }

    websocket::stream<beast::tcp_stream> socket_;
    Broadcast& broadcast_;
    beast::flat_buffer buffer_;
    http::request<http::string_body> request_;
    std::deque<Message> queue_;
};

void Broadcast::start(const std::string& wish) {
    std::string words = wish;
    std::replace(words.begin(), words.end(), '"', ' ');
    int bytes = 0, rate = 1;
    std::istringstream(words) >> bytes >> left_ >> rate;
    std::string text = R"({"type":"output","text":")";
    text.append(static_cast<std::size_t>(std::max(0, bytes - static_cast<int>(text.size()) - 2)), 'x').append("\"}");
    message_ = std::make_shared<const std::string>(std::move(text));
    pause_ = std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(1.0 / rate));
    timer_.expires_after(pause_);
    step();
}

void Broadcast::step() {
    timer_.async_wait([this](beast::error_code error) {
        if (error) return;
        if (left_-- == 0) {
            send(std::make_shared<const std::string>(R"({"type":"done"})"));
            return;
        }
        send(message_);
        timer_.expires_at(timer_.expiry() + pause_);
        step();
    });
}

void Broadcast::send(const Message& message) {
    for (Listener* listener : listeners_) listener->send(message);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) return EXIT_FAILURE;
    const auto port = static_cast<unsigned short>(std::atoi(arguments[1]));
    asio::io_context context{1};
    Broadcast broadcast(context);
    tcp::acceptor acceptor{context, {asio::ip::make_address("127.0.0.1"), port}};
    std::function<void()> accept = [&] {
        acceptor.async_accept([&](beast::error_code error, tcp::socket socket) {
            if (!error) {
                socket.set_option(tcp::no_delay(true));
                std::make_shared<Listener>(std::move(socket), broadcast)->run();
            }
            accept();
        });
    };
    accept();
    context.run();
    return EXIT_SUCCESS;
}
