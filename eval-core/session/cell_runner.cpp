#include "session/cell_runner.hpp"

#include <utility>

namespace evald {
namespace {

using Clock = std::chrono::steady_clock;

/// What the open calls of a cell that is made to end come to.
std::string interruption_text(const CellOutcome& outcome) {
    if (!outcome.cancel_reason) return "the cell has timed out";
    return "the cell was cancelled: " + std::string(cancel_reason_text(*outcome.cancel_reason));
}

std::string_view interrupt_reason(const CellOutcome& outcome) {
    return outcome.cancel_reason ? cancel_reason_text(*outcome.cancel_reason) : "the cell's time is over";
}

}  // namespace

CellRunner::CellRunner(boost::asio::any_io_executor executor, SessionKernel& place, RunOutput& output,
                       RunBridge& bridge, CellLimits limits)
    : place_(place), output_(output), bridge_(bridge), fsm_(limits), timer_(executor), finished_(executor) {}

CellRunner::~CellRunner() = default;

boost::asio::awaitable<CellOutcome> CellRunner::run(std::size_t index, ExecuteRequest request,
                                                    std::function<void()> started) {
    started_ = std::move(started);
    bridge_.begin_cell(index, *this);
    place_.set_cell(*this, request.id);
    act(fsm_.on_handed_over(Clock::now()));
    place_.kernel().execute(request);
    co_await finished_.wait();
    bridge_.close("the cell that made this call is over");
    CellOutcome outcome = fsm_.outcome();
    if (outcome.execution_count) place_.set_execution_count(*outcome.execution_count);
    if (outcome.interrupt_sent && place_.current() != nullptr) place_.kernel().end_cell_descendants();
    place_.finish_cell(outcome.end == CellEnd::ok);
    co_return outcome;
}

void CellRunner::cancel(CancelReason reason) { act(fsm_.on_cancel(reason, Clock::now())); }

void CellRunner::on_frame(const Frame& frame) {
    switch (frame.type) {
        case FrameType::started:
            started_();
            act(fsm_.on_started(Clock::now()));
            break;
        case FrameType::stdout_text: output_.text(OutputStream::out, frame.text); break;
        case FrameType::stderr_text: output_.text(OutputStream::err, frame.text); break;
        case FrameType::display:
        case FrameType::result: output_.bundle(frame); break;
        case FrameType::error: output_.error(frame); break;
        case FrameType::tool: bridge_.call(frame); break;
        case FrameType::done:
            if (frame.restart) place_.expect_restart();
            bridge_.close("the cell that made this call is over");
            act(fsm_.on_done(frame.ok, frame.exit_code, frame.execution_count, frame.restart));
            // What follows in the same breath is the session's, not this cell's.
            if (fsm_.finished()) place_.clear_cell();
            break;
        case FrameType::clear_output:
        case FrameType::ready:
        case FrameType::barrier:
        case FrameType::pong: break;
    }
}

void CellRunner::on_raw_text(OutputStream stream, std::string_view text) { output_.text(stream, text); }

void CellRunner::on_exit(const ExitStatus& status) {
    bridge_.close("the kernel has ended");
    act(fsm_.on_exit(status));
}

void CellRunner::close_calls() { bridge_.close(interruption_text(fsm_.outcome())); }

void CellRunner::send_to_kernel(std::string message) {
    if (place_.current() != nullptr) place_.kernel().send(std::move(message));
}

void CellRunner::pause_timeout() { act(fsm_.pause(Clock::now())); }

void CellRunner::resume_timeout() { act(fsm_.resume(Clock::now())); }

void CellRunner::act(const CellActions& actions) {
    for (const CellAction action : actions) {
        switch (action) {
            case CellAction::interrupt:
                close_calls();
                place_.interrupt_cell(interrupt_reason(fsm_.outcome()));
                break;
            case CellAction::insist:
                if (place_.current() == nullptr) break;
                place_.kernel().interrupt();
                place_.kernel().end_cell_descendants();
                break;
            case CellAction::shut_down: place_.begin_shut_down(); break;
            case CellAction::set_timer: set_timer(); break;
            case CellAction::finish: finished_.set(); break;
        }
    }
}

void CellRunner::set_timer() {
    const auto deadline = fsm_.deadline();
    if (!deadline) {
        timer_.cancel();
        return;
    }
    timer_.expires_at(*deadline);
    // An expired timer's handler may still be queued when the runner goes.
    timer_.async_wait([this, alive = std::weak_ptr(alive_)](const boost::system::error_code& error) {
        if (!error && !alive.expired()) act(fsm_.on_timer(Clock::now()));
    });
}

}  // namespace evald
