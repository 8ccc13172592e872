#pragma once

#include "http/byte_stream.hpp"
#include "http/exchange.hpp"
#include "http/http_handler.hpp"
#include "http/input_buffer.hpp"
#include "http/request.hpp"
#include "http/request_parser.hpp"
#include "platform/async_event.hpp"

#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace evald::service {

struct ConnectionLimits {
    ParserLimits parser;
    std::chrono::milliseconds head_timeout{10'000};   ///< from a request's first byte to the end of its head
    std::chrono::milliseconds body_timeout{30'000};   ///< the longest pause within a body
    std::chrono::milliseconds idle_timeout{75'000};   ///< between requests
    std::chrono::milliseconds write_timeout{30'000};  ///< the longest pause of a reader of an answer
};

/// One HTTP/1.1 connection: reads requests one after the other, has each handled, keeps the connection or closes it.
///
/// A coroutine, serve(), does all of it and holds the connection. Deadlines are looked at by the server's sweep, not by
/// timers of their own. While a handler waits, a read of its own looks out for the caller's going (watch_caller); bytes
/// that it brings are the next requests and stay in the input. A caller that ends its side may be gone or still wait for
/// its answer: some bytes that mean nothing are sent, which a host refuses where nobody waits. Loop thread.
class Connection final : public std::enable_shared_from_this<Connection> {
public:
    Connection(std::unique_ptr<ByteStream> stream, const ConnectionLimits& limits, HttpHandler& handler);

    /// Serves requests until the connection is over. The stream is closed afterwards, or was given away.
    static boost::asio::awaitable<void> serve(std::shared_ptr<Connection> self);

    /// Acts on a deadline that has passed. Called by the sweep.
    void sweep(std::chrono::steady_clock::time_point now);
    /// No request after the one that is on; closes at once if none is.
    void drain();
    /// As drain(), for a connection that has just been made: it gets one answer.
    void close_after_answer() { must_close_ = true; }
    /// Closes at once.
    void abort();
    /// Answers with this status to whatever was asked and closes, without waiting for anything.
    void turn_away(int status, std::string_view detail);
    [[nodiscard]] const boost::asio::ip::address& peer() const { return peer_; }

private:
    friend class Exchange;
    enum class Phase : std::uint8_t { idle, head, body, handling, writing, lingering };

    boost::asio::awaitable<bool> serve_one();
    boost::asio::awaitable<bool> read_head();
    enum class BodyStep : std::uint8_t { more, done, failed };
    /// Uses what has come of the body, or waits for more of it. `failed` has been answered.
    boost::asio::awaitable<BodyStep> read_body_step(bool keep);
    boost::asio::awaitable<bool> read_body(bool keep);
    boost::asio::awaitable<Exchange::BodyRead> read_piece(std::string& piece);
    boost::asio::awaitable<bool> handle_admitted();
    boost::asio::awaitable<bool> answer_unasked(Response answer);
    boost::asio::awaitable<void> answer_unreadable(int status, std::string_view detail);
    boost::asio::awaitable<bool> fill(std::size_t room);
    /// Writes all, consuming `pieces`. False: the peer has gone or is too slow.
    boost::asio::awaitable<bool> write(Pieces pieces);
    boost::asio::awaitable<void> linger();

    void watch_caller();
    void on_background_read(const boost::system::error_code& error, std::size_t bytes);
    void input_has_ended();
    void probe_caller();
    void enter(Phase phase, std::chrono::milliseconds limit);
    void caller_has_gone();
    [[nodiscard]] bool keeps_alive() const {
        return request_.keep_alive() && !must_close_ && !draining_ && !has_unread_body_;
    }

    std::unique_ptr<ByteStream> stream_;
    const ConnectionLimits& limits_;
    HttpHandler& handler_;
    boost::asio::any_io_executor executor_;
    boost::asio::ip::address peer_;
    std::string local_address_;

    InputBuffer input_;
    RequestParser parser_;
    Request request_;
    Exchange exchange_;
    std::string out_;  ///< head of the answer, and its body when that is small

    Phase phase_ = Phase::idle;
    std::chrono::steady_clock::time_point deadline_;
    std::function<void()> gone_call_;
    std::function<void()> abort_call_;  ///< of what the stream was given to
    AsyncEvent background_done_;
    std::unique_ptr<std::array<char, 4096>> background_bytes_;  ///< of the look-out's read; made when first needed
    bool background_reading_ = false;
    bool wants_watch_ = false;
    bool is_watching_errors_ = false;
    bool gone_ = false;         ///< an error, or a write that failed
    bool input_ended_ = false;  ///< the caller sends nothing more, but may still read
    bool is_writing_ = false;
    bool wants_continue_ = false;   ///< the caller waits for 100 before it sends the body
    bool has_unread_body_ = false;  ///< of the request that is on
    bool timed_out_ = false;
    bool must_close_ = false;  ///< after this answer
    bool draining_ = false;
};

}  // namespace evald::service
