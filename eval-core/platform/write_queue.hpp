#pragma once

#include "platform/unique_fd.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace evald {

/// Writes messages to a pipe in order, without ever blocking the loop.
///
/// push() tries one write at once; what the pipe doesn't take waits here and follows when there is room. A reader that
/// is gone (EPIPE) or more than `max_bytes` waiting breaks the queue: what waits is dropped, `on_broken` is called once
/// from the loop (never inside push()). Loop thread only. SIGPIPE is set to be ignored in this process.
class WriteQueue {
public:
    enum class Fault { closed_by_reader, overflow };

    WriteQueue(boost::asio::any_io_executor loop, UniqueFd pipe, std::size_t max_bytes,
               std::function<void(Fault)> on_broken);
    ~WriteQueue();
    WriteQueue(const WriteQueue&) = delete;
    WriteQueue& operator=(const WriteQueue&) = delete;

    /// False when the queue is broken or closed: the message is dropped.
    bool push(std::string message);
    [[nodiscard]] std::size_t waiting_bytes() const;
    /// Drops what waits and closes the pipe: the reader sees the end of file.
    void close();

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace evald
