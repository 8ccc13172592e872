#include "tls/tls_stream.hpp"

#include "tls/tls_engine.hpp"

#include <array>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <utility>

namespace evald::service {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;
using Progress = TlsEngine::Progress;

/// The engine never waits, so what it has for the peer is sent at once as far as the socket takes it; the rest goes out
/// by itself when there is room (`send_rest`), and no more is taken in before that.
class TlsStream final : public ByteStream {
public:
    TlsStream(tcp::socket socket, SslContext context) : socket_(std::move(socket)), engine_(std::move(context)) {}
    ~TlsStream() override { *is_alive_ = false; }

    boost::asio::awaitable<error_code> open() override {
        while (true) {
            const Progress progress = engine_.handshake();
            send_some();
            if (progress == Progress::done) break;
            if (progress != Progress::wants_bytes) co_return boost::asio::error::connection_aborted;
            const error_code error = co_await receive();
            if (error) co_return error;
        }
        peer_name_ = engine_.peer_name();
        co_return error_code();
    }
    [[nodiscard]] std::string_view certified_name() const override { return peer_name_; }

    boost::asio::awaitable<IoResult> read_some(boost::asio::mutable_buffer into) override {
        while (true) {
            const std::optional<IoResult> read = read_now(into);
            if (read) co_return *read;
            IoResult failed;
            failed.error = co_await receive();
            if (failed.error) co_return failed;
        }
    }

    void async_read_some(boost::asio::mutable_buffer into, Callback done) override {
        const std::optional<IoResult> read = read_now(into);
        if (read) {
            boost::asio::post(executor(), [done = std::move(done), read] { done(read->error, read->bytes); });
            return;
        }
        socket_.async_read_some(boost::asio::buffer(wire_), [this, into, done = std::move(done)](
                                                                const error_code& error, std::size_t bytes) mutable {
            if (error) return done(error, 0);
            engine_.receive({wire_.data(), bytes});
            async_read_some(into, std::move(done));
        });
    }

    IoResult write_now(const Pieces& pieces) override {
        IoResult result;
        send_some();
        if (!engine_.unsent().empty() && !send_error_) {
            result.error = boost::asio::error::would_block;
            return result;
        }
        if (!send_error_) result.bytes = engine_.write(pieces);
        send_some();
        if (send_error_ || result.bytes == 0) result.error = failure();
        return result;
    }

    boost::asio::awaitable<IoResult> write_some(const Pieces& pieces) override {
        IoResult result;
        while (true) {
            result = write_now(pieces);
            if (result.error != boost::asio::error::would_block) break;
            error_code error;
            auto token = boost::asio::redirect_error(boost::asio::use_awaitable, error);
            co_await socket_.async_wait(tcp::socket::wait_write, token);
            if (error) send_error_ = error;
        }
        co_return result;
    }

    void async_write_some(const Pieces& pieces, Callback done) override {
        const IoResult result = write_now(pieces);
        if (result.error != boost::asio::error::would_block) {
            boost::asio::post(executor(), [done = std::move(done), result] { done(result.error, result.bytes); });
            return;
        }
        socket_.async_wait(tcp::socket::wait_write,
                           [this, pieces, done = std::move(done)](const error_code& error) mutable {
                               if (error) return done(error, 0);
                               async_write_some(pieces, std::move(done));
                           });
    }

    void shut_down_sending() override {
        engine_.end();
        is_ending_ = true;
        send_some();
    }
    void close() override {
        error_code ignored;
        socket_.close(ignored);
    }
    [[nodiscard]] bool is_open() const override { return socket_.is_open(); }
    [[nodiscard]] boost::asio::any_io_executor executor() override { return socket_.get_executor(); }
    [[nodiscard]] tcp::socket& socket() override { return socket_; }

private:
    [[nodiscard]] error_code failure() const {
        return send_error_ ? send_error_ : error_code(boost::asio::error::connection_aborted);
    }

    /// Nothing: more has to come from the peer first.
    std::optional<IoResult> read_now(boost::asio::mutable_buffer into) {
        const TlsEngine::Read read = engine_.read(into);
        send_some();
        IoResult result;
        result.bytes = read.bytes;
        if (read.progress == Progress::wants_bytes) return std::nullopt;
        if (read.progress == Progress::ended) result.error = boost::asio::error::eof;
        if (read.progress == Progress::failed) result.error = failure();
        return result;
    }

    boost::asio::awaitable<error_code> receive() {
        error_code error;
        auto token = boost::asio::redirect_error(boost::asio::use_awaitable, error);
        const std::size_t bytes = co_await socket_.async_read_some(boost::asio::buffer(wire_), token);
        if (!error) engine_.receive({wire_.data(), bytes});
        co_return error;
    }

    void send_some() {
        while (!engine_.unsent().empty() && !send_error_) {
            error_code error;
            const std::size_t sent = socket_.write_some(boost::asio::buffer(engine_.unsent()), error);
            engine_.drop_unsent(sent);
            if (error == boost::asio::error::would_block) return send_rest();
            send_error_ = error;
        }
        if (!is_ending_) return;
        error_code ignored;
        socket_.shutdown(tcp::socket::shutdown_send, ignored);
    }

    void send_rest() {
        if (std::exchange(is_sending_rest_, true)) return;
        socket_.async_wait(tcp::socket::wait_write, [this, is_alive = is_alive_](const error_code& error) {
            if (!*is_alive) return;
            is_sending_rest_ = false;
            // The wait may have been cancelled in the place of a read: what was taken in still has to go.
            if (!error || socket_.is_open()) send_some();
        });
    }

    tcp::socket socket_;
    TlsEngine engine_;
    std::string peer_name_;
    std::array<char, 16U << 10U> wire_{};
    error_code send_error_;
    bool is_sending_rest_ = false, is_ending_ = false;
    std::shared_ptr<bool> is_alive_ = std::make_shared<bool>(true);
};

}  // namespace

std::unique_ptr<ByteStream> make_tls_stream(tcp::socket socket, SslContext context) {
    return std::make_unique<TlsStream>(std::move(socket), std::move(context));
}

}  // namespace evald::service
