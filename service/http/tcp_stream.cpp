#include "http/byte_stream.hpp"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstddef>
#include <utility>

namespace evald::service {
namespace {

using boost::asio::ip::tcp;

class TcpStream final : public ByteStream {
public:
    explicit TcpStream(tcp::socket socket) : socket_(std::move(socket)) {}

    boost::asio::awaitable<IoResult> read_some(boost::asio::mutable_buffer into) override {
        IoResult result;
        auto token = boost::asio::redirect_error(boost::asio::use_awaitable, result.error);
        result.bytes = co_await socket_.async_read_some(into, token);
        co_return result;
    }
    void async_read_some(boost::asio::mutable_buffer into, Callback done) override {
        socket_.async_read_some(into, std::move(done));
    }
    IoResult write_now(const Pieces& pieces) override {
        IoResult result;
        result.bytes = socket_.write_some(pieces, result.error);
        return result;
    }
    boost::asio::awaitable<IoResult> write_some(const Pieces& pieces) override {
        IoResult result;
        auto token = boost::asio::redirect_error(boost::asio::use_awaitable, result.error);
        result.bytes = co_await socket_.async_write_some(pieces, token);
        co_return result;
    }
    void async_write_some(const Pieces& pieces, Callback done) override {
        socket_.async_write_some(pieces, std::move(done));
    }
    void shut_down_sending() override {
        boost::system::error_code ignored;
        socket_.shutdown(tcp::socket::shutdown_send, ignored);
    }
    void close() override {
        boost::system::error_code ignored;
        socket_.close(ignored);
    }
    [[nodiscard]] bool is_open() const override { return socket_.is_open(); }
    [[nodiscard]] boost::asio::any_io_executor executor() override { return socket_.get_executor(); }
    [[nodiscard]] tcp::socket& socket() override { return socket_; }

private:
    tcp::socket socket_;
};

}  // namespace

boost::asio::awaitable<boost::system::error_code> ByteStream::open() { co_return boost::system::error_code(); }

void Pieces::consume(std::size_t bytes) {
    std::size_t done = 0;
    while (done < count_ && bytes >= items_[done].size()) bytes -= items_[done++].size();
    std::move(items_.begin() + static_cast<std::ptrdiff_t>(done), items_.begin() + static_cast<std::ptrdiff_t>(count_),
              items_.begin());
    count_ -= done;
    if (count_ > 0) items_[0] += bytes;
}

std::unique_ptr<ByteStream> make_tcp_stream(tcp::socket socket) {
    return std::make_unique<TcpStream>(std::move(socket));
}

}  // namespace evald::service
