#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/frame_writer.hpp"

namespace evald::js {

/// Whose output it is: shared by everything a cell leaves behind (timers, later promises). Null: nobody's.
using CellId = std::shared_ptr<const std::string>;

enum class Stream { standard_output, standard_error };

/// The language's own stdout and stderr, coalesced: the first bytes after a pause leave at once, later ones by 16 to
/// 32 KiB or after 10 ms. Scripts hold the only thread, so somebody must look at the clock for them: write() does, and
/// the engine's execution check calls flush_if_due().
class OutputStream {
public:
    using Clock = std::chrono::steady_clock;

    explicit OutputStream(FrameWriter& writer) : writer_(writer) {}

    /// `text` is UTF-8 or script text.
    void write(Stream stream, const CellId& cell, std::string_view text);

    /// Everything that is pending leaves; needed before any other frame, and before the runner sleeps.
    void flush();
    void flush_if_due();
    /// What is pending becomes a frame in the writer, to go out with the one that follows.
    void hand_over();
    bool empty() const { return pending_.empty(); }

private:
    void append_split(std::string_view text, Clock::time_point now);
    void send_pending(Clock::time_point now);

    FrameWriter& writer_;
    Stream stream_ = Stream::standard_output;
    CellId cell_;
    std::string pending_;  ///< JSON-escaped already
    Clock::time_point pending_since_{};
    Clock::time_point last_sent_{};
};

}  // namespace evald::js
