#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace evald::service {

struct IoResult {
    boost::system::error_code error;
    std::size_t bytes = 0;
};

/// What one write takes: up to 16 buffers that stay where they are until it is done. Models Asio's ConstBufferSequence.
class Pieces {
public:
    using value_type = boost::asio::const_buffer;
    static constexpr std::size_t k_capacity = 16;

    /// Ignored when it is empty. Must not be called when full.
    void add(std::string_view bytes) {
        if (!bytes.empty()) items_.at(count_++) = boost::asio::const_buffer(bytes.data(), bytes.size());
    }
    /// Takes the first `bytes` away: what has been written.
    void consume(std::size_t bytes);
    void clear() { count_ = 0; }
    [[nodiscard]] bool full() const { return count_ == k_capacity; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] const value_type* begin() const { return items_.data(); }
    [[nodiscard]] const value_type* end() const { return items_.data() + count_; }

private:
    std::array<value_type, k_capacity> items_{};
    std::size_t count_ = 0;
};

/// Our end of a connection. A seam: all of HTTP and WebSocket speaks to this, so that TLS is another implementation
/// and nothing else.
///
/// One read and one write may be under way at a time. Closing makes both end with an error. Loop thread only; must
/// outlive its operations, which the callers see to by holding the connection.
class ByteStream {
public:
    using Callback = std::function<void(boost::system::error_code, std::size_t)>;

    ByteStream() = default;
    virtual ~ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;

    /// What comes before the first byte: a handshake, where there is one.
    virtual boost::asio::awaitable<boost::system::error_code> open();
    /// The name in the peer's certificate, which has been checked; empty when it has shown none. After open().
    [[nodiscard]] virtual std::string_view certified_name() const { return {}; }

    /// Waits for bytes: for coroutines.
    virtual boost::asio::awaitable<IoResult> read_some(boost::asio::mutable_buffer into) = 0;
    /// The same for callbacks, which run from the loop and never inside this call.
    virtual void async_read_some(boost::asio::mutable_buffer into, Callback done) = 0;

    /// Takes what goes without waiting; would_block when that is nothing. The common answer fits.
    virtual IoResult write_now(const Pieces& pieces) = 0;
    virtual boost::asio::awaitable<IoResult> write_some(const Pieces& pieces) = 0;
    virtual void async_write_some(const Pieces& pieces, Callback done) = 0;

    /// Tells the peer that nothing more comes; reading goes on.
    virtual void shut_down_sending() = 0;
    virtual void close() = 0;
    [[nodiscard]] virtual bool is_open() const = 0;
    [[nodiscard]] virtual boost::asio::any_io_executor executor() = 0;
    [[nodiscard]] virtual boost::asio::ip::tcp::socket& socket() = 0;
};

/// Over TCP as it is. `socket` must be connected and non-blocking.
std::unique_ptr<ByteStream> make_tcp_stream(boost::asio::ip::tcp::socket socket);

/// Makes what speaks over a connection that has just been accepted.
using StreamMaker = std::function<std::unique_ptr<ByteStream>(boost::asio::ip::tcp::socket socket)>;

}  // namespace evald::service
