#include "http/connection.hpp"

#include "http/http_error.hpp"
#include "http/request_id.hpp"

#include <boost/asio/error.hpp>
#include <utility>

namespace evald::service {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view k_continue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::size_t k_head_read = 4U << 10U;
constexpr std::size_t k_body_read = 64U << 10U;
/// Pipelined requests that are kept while one is handled.
constexpr std::size_t k_read_ahead = 64U << 10U;
/// A refused request's body up to this size is read and dropped, so that the connection can stay.
constexpr std::uint64_t k_dropped_body = 64U << 10U;
/// How long a closed connection still takes what the peer sends. Closing with unread bytes would reset the connection,
/// and the answer could be lost with it.
constexpr std::chrono::seconds k_linger_pause{2}, k_linger_total{30};

std::string address_text(const boost::asio::ip::address& address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6()).to_string();
    return address.to_string();
}

}  // namespace

Connection::Connection(std::unique_ptr<ByteStream> stream, const ConnectionLimits& limits, HttpHandler& handler)
    : stream_(std::move(stream)),
      limits_(limits),
      handler_(handler),
      executor_(stream_->executor()),
      parser_(limits.parser),
      exchange_(*this),
      deadline_(Clock::time_point::max()),
      background_done_(executor_) {
    boost::system::error_code ignored;
    peer_ = stream_->socket().remote_endpoint(ignored).address();
    local_address_ = address_text(stream_->socket().local_endpoint(ignored).address());
}

boost::asio::awaitable<void> Connection::serve(std::shared_ptr<Connection> self) {
    self->enter(Phase::head, self->limits_.head_timeout);
    const boost::system::error_code unopened = co_await self->stream_->open();
    if (unopened) {
        self->handler_.unopened();
        self->stream_->close();
        co_return;
    }
    while (true) {
        const bool goes_on = co_await self->serve_one();
        if (!goes_on) break;
    }
    if (!self->stream_) co_return;  // a WebSocket had it
    co_await self->linger();
    self->stream_->close();
}

boost::asio::awaitable<bool> Connection::serve_one() {
    exchange_.reset();
    const bool has_request = co_await read_head();
    if (!has_request) co_return false;
    const auto began = Clock::now();
    enter(Phase::handling, {});
    wants_continue_ = request_.version() >= 11 && request_.field("Expect");
    std::optional<Response> answer = handler_.admit(exchange_);
    bool goes_on = false;
    if (answer)
        goes_on = co_await answer_unasked(std::move(*answer));
    else
        goes_on = co_await handle_admitted();
    handler_.finished(exchange_, exchange_.status(), Clock::now() - began);
    co_return goes_on;
}

/// Answers without having read the body; it is dropped if it is small, else the connection ends.
boost::asio::awaitable<bool> Connection::answer_unasked(Response answer) {
    const bool has_body = request_.has_body();
    const bool can_drop =
        request_.content_length().value_or(k_dropped_body + 1) <= k_dropped_body && !request_.field("Expect");
    if (has_body && !can_drop) must_close_ = true;
    co_await exchange_.respond(std::move(answer));
    if (gone_ || !keeps_alive()) co_return false;
    if (!has_body) co_return true;
    const bool is_dropped = co_await read_body(false);
    co_return is_dropped;
}

boost::asio::awaitable<bool> Connection::handle_admitted() {
    if (exchange_.reads_body) {
        has_unread_body_ = request_.has_body();
        parser_.lift_body_limit();
    } else if (request_.has_body()) {
        const bool is_read = co_await read_body(true);
        if (!is_read) co_return false;
    }
    enter(Phase::handling, {});
    co_await handler_.handle(exchange_);
    exchange_.forget_caller_gone();
    wants_watch_ = false;
    co_return stream_ != nullptr && !gone_ && exchange_.has_begun() && keeps_alive();
}

boost::asio::awaitable<bool> Connection::read_head() {
    parser_.begin(request_);
    has_unread_body_ = false;
    enter(Phase::idle, limits_.idle_timeout);
    while (true) {
        std::size_t used = 0;
        const RequestParser::Status status = parser_.read_head(input_.view(), used);
        input_.consume(used);
        if (status == RequestParser::Status::done) co_return true;
        if (status == RequestParser::Status::failed) {
            co_await answer_unreadable(parser_.failure().status, parser_.failure().detail);
            co_return false;
        }
        if (parser_.has_begun() && phase_ == Phase::idle) enter(Phase::head, limits_.head_timeout);
        if (draining_ && phase_ == Phase::idle) co_return false;
        const bool has_more = co_await fill(k_head_read);
        if (has_more) continue;
        if (timed_out_ && phase_ == Phase::head) co_await answer_unreadable(408, "The request did not come in time.");
        co_return false;
    }
}

boost::asio::awaitable<Connection::BodyStep> Connection::read_body_step(bool keep) {
    std::size_t used = 0;
    const RequestParser::Status status = parser_.read_body(input_.view(), used, keep);
    input_.consume(used);
    if (status == RequestParser::Status::done) {
        has_unread_body_ = false;
        co_return BodyStep::done;
    }
    if (status == RequestParser::Status::failed) {
        co_await answer_unreadable(parser_.failure().status, parser_.failure().detail);
        co_return BodyStep::failed;
    }
    if (used > 0) co_return BodyStep::more;
    if (std::exchange(wants_continue_, false) && input_.empty()) {
        Pieces pieces;
        pieces.add(k_continue);
        co_await write(pieces);
    }
    enter(Phase::body, limits_.body_timeout);
    const bool has_more = co_await fill(k_body_read);
    if (has_more) co_return BodyStep::more;
    if (timed_out_)
        co_await answer_unreadable(408, "The body did not come in time.");
    else
        co_await answer_unreadable(400, "The body ended early.");
    co_return BodyStep::failed;
}

boost::asio::awaitable<bool> Connection::read_body(bool keep) {
    BodyStep step = BodyStep::more;
    while (step == BodyStep::more) {
        step = co_await read_body_step(keep);
    }
    input_.trim();
    co_return step == BodyStep::done;
}

boost::asio::awaitable<Exchange::BodyRead> Connection::read_piece(std::string& piece) {
    piece.clear();
    if (!request_.has_body()) co_return Exchange::BodyRead::end;
    while (true) {
        const BodyStep step = co_await read_body_step(true);
        if (step == BodyStep::failed) co_return Exchange::BodyRead::failed;
        piece = parser_.take_body();
        if (step == BodyStep::done) break;
        if (piece.empty()) continue;
        enter(Phase::handling, {});  // what the handler does with it takes no time of the body's
        co_return Exchange::BodyRead::more;
    }
    input_.trim();
    enter(Phase::handling, {});
    co_return Exchange::BodyRead::end;
}

boost::asio::awaitable<void> Connection::answer_unreadable(int status, std::string_view detail) {
    must_close_ = true;
    if (exchange_.has_begun()) co_return;
    const bool had_head = !exchange_.request_id.empty();
    if (!had_head) {
        exchange_.request_id = new_request_id();
        handler_.unreadable(status);
    }
    Response response = problem_response(status, detail, exchange_.request_id);
    co_await exchange_.respond(std::move(response));
}

boost::asio::awaitable<bool> Connection::fill(std::size_t room) {
    if (gone_ || input_ended_) co_return false;
    if (background_reading_) {
        co_await background_done_.wait();
        co_return !gone_ && !input_ended_;
    }
    const IoResult read = co_await stream_->read_some(input_.prepare(room));
    input_.commit(read.bytes);
    if (read.error == boost::asio::error::eof)
        input_ended_ = true;
    else if (read.error)
        gone_ = true;
    co_return !read.error;
}

boost::asio::awaitable<bool> Connection::write(Pieces pieces) {
    const Phase before = phase_;
    IoResult written = stream_->write_now(pieces);
    while (true) {
        if (written.error && written.error != boost::asio::error::would_block) {
            caller_has_gone();
            co_return false;
        }
        pieces.consume(written.bytes);
        if (pieces.empty()) break;
        enter(Phase::writing, limits_.write_timeout);
        is_writing_ = true;
        written = co_await stream_->write_some(pieces);
        is_writing_ = false;
    }
    if (phase_ == Phase::writing) enter(before, {});
    co_return true;
}

boost::asio::awaitable<void> Connection::linger() {
    stream_->shut_down_sending();
    timed_out_ = false;
    const auto end = Clock::now() + k_linger_total;
    while (!gone_ && !input_ended_ && !timed_out_ && Clock::now() < end) {
        input_.consume(input_.size());
        enter(Phase::lingering, k_linger_pause);
        co_await fill(k_body_read);
    }
    enter(Phase::lingering, {});
}

void Connection::enter(Phase phase, std::chrono::milliseconds limit) {
    phase_ = phase;
    deadline_ = limit.count() == 0 ? Clock::time_point::max() : Clock::now() + limit;
}

void Connection::sweep(Clock::time_point now) {
    if (now < deadline_ || !stream_) return;
    deadline_ = Clock::time_point::max();
    timed_out_ = true;
    // A write that is stuck will not get an answer out either.
    if (phase_ == Phase::writing) {
        stream_->close();
        return;
    }
    boost::system::error_code ignored;
    stream_->socket().cancel(ignored);
}

void Connection::drain() {
    draining_ = true;
    if (phase_ != Phase::idle || !stream_) return;
    boost::system::error_code ignored;
    stream_->socket().cancel(ignored);
}

void Connection::abort() {
    if (stream_)
        stream_->close();
    else if (abort_call_)
        abort_call_();
}

void Connection::turn_away(int status, std::string_view detail) {
    const std::string id = new_request_id();
    Response response = problem_response(status, detail, id);
    response.add("Retry-After", "1");
    HeadOptions options;
    options.status = response.status;
    options.content_type = response.content_type;
    options.fields = response.fields;
    options.request_id = id;
    options.content_length = response.body.size();
    options.keep_alive = false;
    append_head(out_, options);
    out_ += response.body;
    Pieces pieces;
    pieces.add(out_);
    stream_->write_now(pieces);
    stream_->shut_down_sending();
    stream_->close();
}

void Connection::watch_caller() {
    wants_watch_ = true;
    if (input_ended_) return input_has_ended();
    if (background_reading_ || gone_ || input_.size() >= k_read_ahead) return;
    if (!background_bytes_) background_bytes_ = std::make_unique<std::array<char, 4096>>();
    background_reading_ = true;
    background_done_.reset();
    stream_->async_read_some(boost::asio::buffer(*background_bytes_),
                             [self = shared_from_this()](const boost::system::error_code& error, std::size_t bytes) {
                                 self->on_background_read(error, bytes);
                             });
}

void Connection::on_background_read(const boost::system::error_code& error, std::size_t bytes) {
    background_reading_ = false;
    const auto into = input_.prepare(bytes);
    boost::asio::buffer_copy(into, boost::asio::buffer(*background_bytes_, bytes));
    input_.commit(bytes);
    if (error == boost::asio::error::eof && !wants_watch_)
        input_ended_ = true;
    else if (error == boost::asio::error::eof)
        input_has_ended();
    else if (error)
        caller_has_gone();
    else if (wants_watch_)
        watch_caller();
    background_done_.set();
}

void Connection::input_has_ended() {
    input_ended_ = true;
    if (gone_ || !stream_) return;
    probe_caller();
    if (std::exchange(is_watching_errors_, true)) return;
    stream_->socket().async_wait(boost::asio::socket_base::wait_error,
                                 [self = shared_from_this()](const boost::system::error_code& error) {
                                     self->is_watching_errors_ = false;
                                     if (!error) self->caller_has_gone();
                                 });
}

/// Sends what no client minds. The end of its side looks the same whether a caller waits or has closed its socket; in
/// the latter case its system answers that with a reset.
void Connection::probe_caller() {
    Pieces pieces;
    if (!exchange_.has_begun()) {
        if (request_.version() >= 11) pieces.add(k_continue);
    } else if (exchange_.framing_ == Framing::chunked) {
        pieces.add("0");  // before the digits of the next chunk's size
    }
    // What is being written tells as much.
    if (pieces.empty() || is_writing_) return;
    const IoResult written = stream_->write_now(pieces);
    pieces.consume(written.bytes);
    const bool has_failed = written.error && written.error != boost::asio::error::would_block;
    if (has_failed || (written.bytes > 0 && !pieces.empty())) caller_has_gone();
}

void Connection::caller_has_gone() {
    gone_ = true;
    const auto call = std::exchange(gone_call_, nullptr);
    if (call) call();
}

}  // namespace evald::service
