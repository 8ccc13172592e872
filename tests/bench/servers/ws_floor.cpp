// ws_floor PORT COMMAND…: the least that a service of cells can be. One thread; each WebSocket on /ws has a runner of
// its own: messages go to the runner as lines, its lines come back as messages, unread. {"interrupt":1} sends SIGINT.
// NODELAY=0 in the environment leaves Nagle's algorithm on, to show what that costs.
#include "servers/relayed_runner.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;

constexpr std::size_t k_pause_reading = 4U << 20U;
constexpr std::size_t k_resume_reading = 1U << 20U;

class Relay : public std::enable_shared_from_this<Relay> {
public:
    Relay(tcp::socket socket, asio::io_context& context, std::vector<char*>& command)
        : socket_(std::move(socket)), input_(context), output_(context), command_(command) {}

    void run() {
        http::async_read(socket_.next_layer(), head_buffer_, request_,
                         [self = shared_from_this()](beast::error_code error, std::size_t) {
                             if (!error && websocket::is_upgrade(self->request_)) self->accept();
                         });
    }

private:
    void accept() {
        socket_.text(true);
        socket_.async_accept(request_, [self = shared_from_this()](beast::error_code error) {
            if (error || !self->runner_.start(self->command_)) return;
            self->input_.assign(self->runner_.take_input());
            self->output_.assign(self->runner_.take_output());
            self->read_client();
            self->read_runner();
        });
    }

    void read_client() {
        socket_.async_read(message_, [self = shared_from_this()](beast::error_code error, std::size_t size) {
            if (error)
                self->finish();
            else
                self->on_message(size);
        });
    }

    void on_message(std::size_t size) {
        constexpr std::string_view interrupt = R"({"interrupt")";
        const std::string_view text(static_cast<const char*>(message_.data().data()), size);
        if (text.starts_with(interrupt)) {
            runner_.interrupt();
            message_.consume(size);
            read_client();
            return;
        }
        auto line = std::make_shared<std::string>(text);
        line->push_back('\n');
        message_.consume(size);
        asio::async_write(input_, asio::buffer(*line),
                          [self = shared_from_this(), line](beast::error_code error, std::size_t) {
                              if (!error) self->read_client();
                          });
    }

    void read_runner() {
        output_.async_read_some(asio::buffer(piece_),
                                [self = shared_from_this()](beast::error_code error, std::size_t size) {
                                    if (error)
                                        self->finish();
                                    else
                                        self->on_output(size);
                                });
    }

    void on_output(std::size_t size) {
        pending_.append(piece_.data(), size);
        std::size_t begin = 0;
        for (auto end = pending_.find('\n'); end != std::string::npos; end = pending_.find('\n', begin)) {
            queued_bytes_ += end - begin;
            queue_.push_back(pending_.substr(begin, end - begin));
            begin = end + 1;
        }
        pending_.erase(0, begin);
        write_client();
        if (queued_bytes_ < k_pause_reading)
            read_runner();
        else
            paused_ = true;
    }

    void write_client() {
        if (writing_ || queue_.empty() || finished_) return;
        writing_ = true;
        socket_.async_write(asio::buffer(queue_.front()),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                                self->writing_ = false;
                                if (error)
                                    self->finish();
                                else
                                    self->on_written();
                            });
    }

    void on_written() {
        queued_bytes_ -= queue_.front().size();
        queue_.pop_front();
        if (paused_ && queued_bytes_ < k_resume_reading) {
            paused_ = false;
            read_runner();
        }
        write_client();
    }

    void finish() {
        if (std::exchange(finished_, true)) return;
        beast::error_code ignored;
        input_.close(ignored);
        output_.close(ignored);
        beast::get_lowest_layer(socket_).socket().close(ignored);
    }

    websocket::stream<beast::tcp_stream> socket_;
    asio::posix::stream_descriptor input_, output_;
    std::vector<char*>& command_;
    bench::RelayedRunner runner_;
    http::request<http::string_body> request_;
    beast::flat_buffer head_buffer_, message_;
    std::vector<char> piece_ = std::vector<char>(65'536);
    std::string pending_;
    std::deque<std::string> queue_;
    std::size_t queued_bytes_ = 0;
    bool writing_ = false, paused_ = false, finished_ = false;
};

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) return EXIT_FAILURE;
    std::signal(SIGPIPE, SIG_IGN);
    const char* wish = std::getenv("NODELAY");
    const bool no_delay = wish == nullptr || std::strcmp(wish, "0") != 0;
    std::vector<char*> command(arguments + 2, arguments + count);
    command.push_back(nullptr);
    const auto port = static_cast<unsigned short>(std::atoi(arguments[1]));
    asio::io_context context{1};
    tcp::acceptor acceptor{context, {asio::ip::make_address("127.0.0.1"), port}};
    std::function<void()> accept = [&] {
        acceptor.async_accept([&](beast::error_code error, tcp::socket socket) {
            if (!error) {
                socket.set_option(tcp::no_delay(no_delay));
                std::make_shared<Relay>(std::move(socket), context, command)->run();
            }
            accept();
        });
    };
    accept();
    context.run();
    return EXIT_SUCCESS;
}
