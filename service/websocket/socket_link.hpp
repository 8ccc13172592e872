#pragma once

#include "http/byte_stream.hpp"
#include "platform/one_shot_timer.hpp"
#include "websocket/outgoing_queue.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace evald::service {

/// What lies between a socket and the WebSocket on it: everything that is sent goes through one queue here, whole frame
/// by whole frame, and leaves in as few system calls as the socket allows.
///
/// Our own text frames and Beast's control frames and handshake meet in that queue; a frame is appended in one go, so
/// none gets into another. After a close frame nothing more is taken. Held by shared_ptr, as operations that are under
/// way keep it. Loop thread.
class SocketLink final : public std::enable_shared_from_this<SocketLink> {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// `rest`: bytes that had been read behind the handshake.
    SocketLink(std::unique_ptr<ByteStream> stream, std::string rest);

    void async_read_some(boost::asio::mutable_buffer into, ByteStream::Callback done);

    void append(std::string_view frame);
    /// A header of ours and a payload that is shared.
    void append(std::string_view header, std::shared_ptr<const void> owner, std::string_view payload);
    /// Bytes of Beast's: a close frame among them ends what may be sent.
    void append_control(std::string_view bytes);
    /// Starts to write what is queued.
    void flush();

    [[nodiscard]] std::size_t queued() const { return queue_.bytes(); }
    [[nodiscard]] bool sending_ended() const { return sending_ended_; }
    /// Called when the queue has fallen to the low mark after it stood above it.
    void on_room(std::function<void()> call) { room_call_ = std::move(call); }
    /// Calls once, from the loop, when the queue is empty or the link has broken.
    void when_flushed(std::function<void()> call);
    /// After the last frame: tells the peer, drops what still comes, and calls once the peer has closed too or
    /// `k_teardown_limit` is over. Closing with unread bytes would take the last frame from the peer.
    void tear_down(std::function<void()> call);
    static constexpr std::chrono::seconds k_teardown_limit{2};

    [[nodiscard]] TimePoint last_heard() const { return last_heard_; }
    /// When bytes last went out, or when the queue was last empty.
    [[nodiscard]] TimePoint last_progress() const { return last_progress_; }
    void close();
    [[nodiscard]] ByteStream& stream() { return *stream_; }

private:
    void after_write(const boost::system::error_code& error, std::size_t bytes);
    void note_progress();
    void drop_input(std::function<void()> call);

    std::unique_ptr<ByteStream> stream_;
    std::string rest_;
    OutgoingQueue queue_;
    bool writing_ = false, broken_ = false, sending_ended_ = false, was_above_ = false;
    TimePoint last_heard_, last_progress_;
    std::function<void()> room_call_;
    std::vector<std::function<void()>> flushed_calls_;
    std::array<char, 2048> dropped_{};
    std::unique_ptr<OneShotTimer> teardown_timer_;
};

}  // namespace evald::service
