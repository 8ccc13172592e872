#pragma once

#include <chrono>
#include <deque>
#include <optional>

#include "protocol/line_reader.hpp"
#include "protocol/request.hpp"

namespace evald::js {

/// The host's requests, in order. Reads without blocking, so that the event loop decides when; only a barrier is
/// waited for, while a script holds the thread, and what else arrives meanwhile stays queued.
class RequestSource {
public:
    explicit RequestSource(int descriptor);

    int descriptor() const { return descriptor_; }

    /// Takes what is there now. False once the host's end is closed.
    bool read_available();
    /// The next request; while a cell is busy, only what is no cell.
    std::optional<Request> next(bool is_busy);

    /// Has the host hung up? For scripts that keep the loop from noticing.
    bool is_abandoned() const;

    /// True if the host reached the barrier in time.
    bool wait_for_barrier(double number, std::chrono::milliseconds limit);

private:
    bool take_barrier(double number);

    int descriptor_;
    bool open_ = true;
    LineReader lines_;
    std::deque<Request> queue_;
};

}  // namespace evald::js
