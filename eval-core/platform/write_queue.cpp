#include "platform/write_queue.hpp"

#include "platform/pipe.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <csignal>
#include <deque>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;

struct WriteQueue::State : std::enable_shared_from_this<State> {
    State(const asio::any_io_executor& loop, UniqueFd pipe, std::size_t limit, std::function<void(Fault)> broken)
        : descriptor(loop, pipe.release()), max_bytes(limit), on_broken(std::move(broken)) {}

    /// What the pipe takes now; the rest is left in `text`.
    void write_some(std::string_view& text) {
        while (!text.empty() && !is_broken) {
            const ssize_t written = ::write(descriptor.native_handle(), text.data(), text.size());
            if (written >= 0) {
                text.remove_prefix(static_cast<std::size_t>(written));
            } else if (errno == EAGAIN) {
                return;
            } else if (errno != EINTR) {
                break_off(Fault::closed_by_reader);
            }
        }
    }

    void wait_for_room() {
        descriptor.async_wait(asio::posix::stream_descriptor::wait_write,
                              [self = shared_from_this()](const boost::system::error_code& error) {
                                  if (!error && !self->is_broken) self->go_on();
                              });
    }

    void go_on() {
        while (!messages.empty()) {
            std::string_view rest = std::string_view(messages.front()).substr(offset);
            const std::size_t before = rest.size();
            write_some(rest);
            if (is_broken) return;
            waiting -= before - rest.size();
            if (!rest.empty()) {
                offset = messages.front().size() - rest.size();
                wait_for_room();
                return;
            }
            messages.pop_front();
            offset = 0;
        }
    }

    void break_off(Fault fault) {
        close();
        asio::post(descriptor.get_executor(), [self = shared_from_this(), fault] {
            if (self->on_broken) std::exchange(self->on_broken, nullptr)(fault);
        });
    }

    void close() {
        is_broken = true;
        messages.clear();
        waiting = 0;
        boost::system::error_code ignored;
        descriptor.close(ignored);
    }

    asio::posix::stream_descriptor descriptor;
    std::size_t max_bytes;
    std::function<void(Fault)> on_broken;
    std::deque<std::string> messages;
    std::size_t offset = 0;  ///< of the first message: what is written
    std::size_t waiting = 0;
    bool is_broken = false;
};

WriteQueue::WriteQueue(asio::any_io_executor loop, UniqueFd pipe, std::size_t max_bytes,
                       std::function<void(Fault)> on_broken) {
    // A reader that is gone must be an error of the write, not the end of this process.
    [[maybe_unused]] static const auto previous = std::signal(SIGPIPE, SIG_IGN);
    set_non_blocking(pipe);
    state_ = std::make_shared<State>(loop, std::move(pipe), max_bytes, std::move(on_broken));
}

WriteQueue::~WriteQueue() {
    state_->on_broken = nullptr;
    state_->close();
}

bool WriteQueue::push(std::string message) {
    if (state_->is_broken) return false;
    std::string_view rest = message;
    if (state_->messages.empty()) state_->write_some(rest);
    if (rest.empty() || state_->is_broken) return !state_->is_broken;
    if (state_->waiting + rest.size() > state_->max_bytes) {
        state_->break_off(Fault::overflow);
        return false;
    }
    const bool was_idle = state_->messages.empty();
    if (was_idle) state_->offset = message.size() - rest.size();
    state_->waiting += rest.size();
    state_->messages.push_back(std::move(message));
    if (was_idle) state_->wait_for_room();
    return true;
}

std::size_t WriteQueue::waiting_bytes() const { return state_->waiting; }

void WriteQueue::close() { state_->close(); }

}  // namespace evald
