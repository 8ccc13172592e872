#include "kernel/kernel_pipes.hpp"

#include "platform/line_reader.hpp"
#include "platform/pipe.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <span>
#include <unistd.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;
using asio::posix::stream_descriptor;

namespace {

/// After the kernel's end a pipe holds its capacity at most, which user code may have raised to the system's 1 MiB.
constexpr std::size_t k_drain_limit = std::size_t{1} << 20U;

/// One of the pipes, non-blocking.
struct ReadEnd {
    ReadEnd(const asio::any_io_executor& loop, UniqueFd fd) : descriptor(loop, fd.release()) {}

    /// Bytes read; 0 when there is nothing now, or nothing any more (then `is_open` falls).
    std::size_t read(std::span<char> space) {
        if (!is_open) return 0;
        const ssize_t size = ::read(descriptor.native_handle(), space.data(), space.size());
        if (size > 0) return static_cast<std::size_t>(size);
        is_open = size < 0 && (errno == EAGAIN || errno == EINTR);
        return 0;
    }

    void close() {
        is_open = false;
        boost::system::error_code ignored;
        descriptor.close(ignored);
    }

    stream_descriptor descriptor;
    bool is_open = true;
    bool is_waiting = false;
};

}  // namespace

struct KernelPipes::State : std::enable_shared_from_this<State> {
    State(const asio::any_io_executor& loop, KernelPipeEnds ends, std::size_t max_line, Sink& receiver)
        : frames(loop, std::move(ends.frames)),
          out(loop, std::move(ends.out)),
          err(loop, std::move(ends.err)),
          lines(max_line),
          sink(&receiver) {}

    /// Waits for readability, not for data: what was read ahead could be overtaken, and could not be left in the pipe.
    void wait(ReadEnd& end, void (State::*on_readable)()) {
        if (end.is_waiting || !end.is_open || !is_reading || sink == nullptr) return;
        end.is_waiting = true;
        end.descriptor.async_wait(stream_descriptor::wait_read, [self = shared_from_this(), &end,
                                                                 on_readable](const boost::system::error_code& error) {
            end.is_waiting = false;
            if (!error && self->is_reading && self->sink != nullptr) (*self.*on_readable)();
        });
    }

    void wait_for_all() {
        wait(frames, &State::on_frames);
        wait(out, &State::on_out);
        wait(err, &State::on_err);
    }

    void on_out() {
        hand_over_raw(out, OutputStream::out);
        wait(out, &State::on_out);
    }

    void on_err() {
        hand_over_raw(err, OutputStream::err);
        wait(err, &State::on_err);
    }

    void on_frames() {
        read_frames();
        hand_over_lines();
        report_end_of_frames();
        wait(frames, &State::on_frames);
    }

    std::size_t read_frames() {
        const std::size_t size = frames.read(lines.prepare());
        lines.commit(size);
        // After the read: what was written to these two before those frames is in them by now.
        if (size > 0) hand_over_raw(out, OutputStream::out);
        if (size > 0) hand_over_raw(err, OutputStream::err);
        return size;
    }

    std::size_t hand_over_raw(ReadEnd& end, OutputStream stream) {
        const std::size_t size = end.read(raw);
        if (size > 0 && sink != nullptr) sink->on_raw(stream, std::string_view(raw.data(), size));
        return size;
    }

    void hand_over_lines() {
        while ((is_reading || is_draining) && sink != nullptr) {
            const auto line = lines.next();
            if (!line) return;
            sink->on_line(*line);
        }
    }

    void report_end_of_frames() {
        if (frames.is_open || is_end_reported || !is_reading || sink == nullptr) return;
        is_end_reported = true;
        sink->on_frames_closed();
    }

    /// The sink may have stopped between two lines: the rest lies in `lines` and goes first.
    void resume() {
        asio::post(frames.descriptor.get_executor(), [self = shared_from_this()] {
            self->hand_over_lines();
            self->report_end_of_frames();
            self->wait_for_all();
        });
    }

    void drain() {
        is_draining = true;
        hand_over_lines();
        for (std::size_t total = 0; total < k_drain_limit && sink != nullptr;) {
            std::size_t size = read_frames();
            size += hand_over_raw(out, OutputStream::out);
            size += hand_over_raw(err, OutputStream::err);
            hand_over_lines();
            if (size == 0) return;
            total += size;
        }
    }

    void close() {
        sink = nullptr;
        frames.close();
        out.close();
        err.close();
    }

    ReadEnd frames;
    ReadEnd out;
    ReadEnd err;
    LineReader lines;
    Sink* sink;  ///< null: closed
    bool is_reading = true;
    bool is_draining = false;
    bool is_end_reported = false;
    std::array<char, k_pipe_capacity> raw;
};

KernelPipes::KernelPipes(asio::any_io_executor loop, KernelPipeEnds ends, std::size_t max_line, Sink& sink) {
    set_non_blocking(ends.frames);
    set_non_blocking(ends.out);
    set_non_blocking(ends.err);
    state_ = std::make_shared<State>(loop, std::move(ends), max_line, sink);
    state_->wait_for_all();
}

KernelPipes::~KernelPipes() { state_->close(); }

void KernelPipes::set_reading(bool on) {
    if (on == std::exchange(state_->is_reading, on) || !on) return;
    state_->resume();
}

void KernelPipes::drain() { state_->drain(); }

void KernelPipes::close() { state_->close(); }

std::uint64_t KernelPipes::overlong_lines() const { return state_->lines.overlong_lines(); }

}  // namespace evald
