#pragma once

#include "execution/run.hpp"
#include "platform/exit_status.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace evald {

/// How a cell ended.
enum class CellEnd : std::uint8_t {
    ok,           ///< done, status ok
    failed,       ///< done, status error, or a non-zero exit code
    timed_out,    ///< over its time, whatever the kernel said afterwards
    cancelled,    ///< a cancel reason, whatever the kernel said afterwards
    kernel_died,  ///< the process ended while the cell ran, by itself
    no_kernel     ///< never handed to a kernel
};

struct CellOutcome {
    CellEnd end = CellEnd::ok;
    bool kernel_kept = true;  ///< the kernel and its names are still there
    bool was_killed = false;  ///< by the escalation, after the interrupt had no effect
    bool interrupt_sent = false;
    std::optional<CancelReason> cancel_reason;  ///< of a cancelled cell
    std::optional<int> exit_code;               ///< from done, or of the process where it ended itself
    std::optional<ExitStatus> exit_status;      ///< of a kernel that is gone
    std::optional<std::int64_t> execution_count;
    bool restart_requested = false;  ///< the kernel leaves after this cell
    bool exit_called = false;        ///< the cell's code asked for that, by process.exit
};

/// What the shell around the machine must do, in order.
enum class CellAction : std::uint8_t {
    interrupt,  ///< SIGINT
    insist,     ///< SIGINT again, and an end to what the cell has started
    shut_down,  ///< the escalation: exit request, SIGTERM, SIGKILL
    set_timer,  ///< (re)arm the one timer to deadline()
    finish      ///< outcome() is final
};
using CellActions = std::vector<CellAction>;

struct CellLimits {
    std::chrono::milliseconds timeout{30'000};
    std::chrono::milliseconds start{10'000};  ///< from handing over to `started`
    std::chrono::milliseconds grace{5'000};   ///< from the interrupt to the escalation; most of it until insist
};

/// The life of one cell in a kernel, as a pure state machine: no clock, no timer, no process.
///
/// handed over → running → (interrupting → (insisting → (stopping))) → finished. Timeout, cancel and interrupt share one
/// path. To insist is to save the kernel of a cell that was interrupted and now waits, for threads or processes of a
/// pool, say. Inputs after the end are ignored. The watchdog counts from `started` and can be paused by reference count;
/// the last resume starts a fresh full window.
class CellFsm {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    explicit CellFsm(CellLimits limits) : limits_(limits) {}

    CellActions on_handed_over(TimePoint now);
    CellActions on_started(TimePoint now);
    CellActions on_done(bool ok, std::optional<int> exit_code, std::int64_t execution_count, bool restart);
    CellActions on_exit(const ExitStatus& status);
    CellActions on_timer(TimePoint now);
    CellActions on_cancel(CancelReason reason, TimePoint now);
    CellActions pause(TimePoint now);
    CellActions resume(TimePoint now);

    [[nodiscard]] bool finished() const { return state_ == State::finished; }
    /// Null: no timer is wanted.
    [[nodiscard]] std::optional<TimePoint> deadline() const { return deadline_; }
    [[nodiscard]] const CellOutcome& outcome() const { return outcome_; }

private:
    enum class State : std::uint8_t { idle, handed_over, running, interrupting, insisting, stopping, finished };

    CellActions interrupt(TimePoint now);
    CellActions insist(TimePoint now);
    CellActions stop();
    CellActions finish();
    CellActions set_deadline(std::optional<TimePoint> at);

    CellLimits limits_;
    State state_ = State::idle;
    std::optional<TimePoint> deadline_;
    int pauses_ = 0;
    bool timed_out_ = false;
    CellOutcome outcome_;
};

}  // namespace evald
