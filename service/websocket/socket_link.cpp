#include "websocket/socket_link.hpp"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <cstring>
#include <utility>

namespace evald::service {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t k_low_mark = 128U << 10U;

bool is_close_frame(std::string_view bytes) { return !bytes.empty() && static_cast<unsigned char>(bytes[0]) == 0x88U; }

}  // namespace

SocketLink::SocketLink(std::unique_ptr<ByteStream> stream, std::string rest)
    : stream_(std::move(stream)), rest_(std::move(rest)), last_heard_(Clock::now()), last_progress_(last_heard_) {}

void SocketLink::async_read_some(boost::asio::mutable_buffer into, ByteStream::Callback done) {
    if (!rest_.empty()) {
        const std::size_t count = std::min(rest_.size(), into.size());
        std::memcpy(into.data(), rest_.data(), count);
        rest_.erase(0, count);
        boost::asio::post(stream_->executor(), [done = std::move(done), count] { done({}, count); });
        return;
    }
    stream_->async_read_some(into, [self = shared_from_this(), done = std::move(done)](
                                       const boost::system::error_code& error, std::size_t bytes) {
        if (!error) self->last_heard_ = Clock::now();
        done(error, bytes);
    });
}

void SocketLink::append(std::string_view frame) {
    if (sending_ended_ || broken_) return;
    if (queue_.empty()) last_progress_ = Clock::now();
    queue_.append(frame);
    was_above_ = was_above_ || queue_.bytes() > k_low_mark;
}

void SocketLink::append(std::string_view header, std::shared_ptr<const void> owner, std::string_view payload) {
    if (sending_ended_ || broken_) return;
    append(header);
    queue_.append_shared(std::move(owner), payload);
    was_above_ = was_above_ || queue_.bytes() > k_low_mark;
}

void SocketLink::append_control(std::string_view bytes) {
    append(bytes);
    if (is_close_frame(bytes)) sending_ended_ = true;
    flush();
}

void SocketLink::flush() {
    while (!writing_ && !broken_ && !queue_.empty()) {
        const IoResult written = stream_->write_now(queue_.pieces());
        if (!written.error) {
            queue_.consume(written.bytes);
            note_progress();
            continue;
        }
        if (written.error != boost::asio::error::would_block) {
            after_write(written.error, 0);
            return;
        }
        writing_ = true;
        stream_->async_write_some(
            queue_.pieces(), [self = shared_from_this()](const boost::system::error_code& error, std::size_t bytes) {
                self->writing_ = false;
                self->after_write(error, bytes);
            });
    }
}

void SocketLink::after_write(const boost::system::error_code& error, std::size_t bytes) {
    if (error) {
        broken_ = true;
        queue_.clear();
        stream_->close();  // ends the read that is under way, and with it the session
    } else {
        queue_.consume(bytes);
    }
    note_progress();
    if (!error) flush();
}

void SocketLink::note_progress() {
    last_progress_ = Clock::now();
    if (queue_.bytes() <= k_low_mark && std::exchange(was_above_, false) && room_call_) room_call_();
    if (!queue_.empty()) return;
    for (auto& call : std::exchange(flushed_calls_, {})) boost::asio::post(stream_->executor(), std::move(call));
}

void SocketLink::when_flushed(std::function<void()> call) {
    if (queue_.empty() || broken_) {
        boost::asio::post(stream_->executor(), std::move(call));
        return;
    }
    flushed_calls_.push_back(std::move(call));
}

void SocketLink::tear_down(std::function<void()> call) {
    teardown_timer_ = std::make_unique<OneShotTimer>(stream_->executor());
    teardown_timer_->arm(k_teardown_limit, [this] { close(); });  // the timer ends with this
    when_flushed([self = shared_from_this(), call = std::move(call)]() mutable {
        if (!self->broken_) self->stream_->shut_down_sending();
        self->drop_input(std::move(call));
    });
}

void SocketLink::drop_input(std::function<void()> call) {
    stream_->async_read_some(boost::asio::buffer(dropped_),
                             [self = shared_from_this(), call = std::move(call)](const boost::system::error_code& error,
                                                                                 std::size_t /*bytes*/) mutable {
                                 if (!error) return self->drop_input(std::move(call));
                                 self->teardown_timer_.reset();
                                 call();
                             });
}

void SocketLink::close() {
    broken_ = true;
    queue_.clear();
    stream_->close();
    note_progress();
}

}  // namespace evald::service
