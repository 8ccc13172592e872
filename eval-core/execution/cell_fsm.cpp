#include "execution/cell_fsm.hpp"

namespace evald {

CellActions CellFsm::set_deadline(std::optional<TimePoint> at) {
    deadline_ = at;
    return {CellAction::set_timer};
}

CellActions CellFsm::on_handed_over(TimePoint now) {
    state_ = State::handed_over;
    return set_deadline(now + limits_.start);
}

CellActions CellFsm::on_started(TimePoint now) {
    if (state_ != State::handed_over) return {};
    state_ = State::running;
    if (outcome_.cancel_reason) return interrupt(now);
    return set_deadline(pauses_ == 0 ? std::optional(now + limits_.timeout) : std::nullopt);
}

CellActions CellFsm::on_cancel(CancelReason reason, TimePoint now) {
    if (state_ == State::finished || outcome_.cancel_reason || timed_out_) return {};
    outcome_.cancel_reason = reason;
    // Before `started` an interrupt could hit the runner outside user code: it waits for that frame, within the start limit.
    if (state_ == State::running) return interrupt(now);
    return {};
}

CellActions CellFsm::on_timer(TimePoint now) {
    if (!deadline_ || now < *deadline_) return {};
    switch (state_) {
        case State::running: timed_out_ = true; return interrupt(now);
        case State::interrupting: return insist(now);
        case State::handed_over:
        case State::insisting: return stop();
        case State::idle:
        case State::stopping:
        case State::finished: return {};
    }
    return {};
}

CellActions CellFsm::interrupt(TimePoint now) {
    state_ = State::interrupting;
    outcome_.interrupt_sent = true;
    deadline_ = now + limits_.grace - limits_.grace / 5;
    return {CellAction::interrupt, CellAction::set_timer};
}

CellActions CellFsm::insist(TimePoint now) {
    state_ = State::insisting;
    deadline_ = now + limits_.grace / 5;
    return {CellAction::insist, CellAction::set_timer};
}

CellActions CellFsm::stop() {
    state_ = State::stopping;
    outcome_.was_killed = true;
    deadline_.reset();
    return {CellAction::set_timer, CellAction::shut_down};
}

CellActions CellFsm::finish() {
    state_ = State::finished;
    deadline_.reset();
    const bool was_stopped = outcome_.interrupt_sent || outcome_.was_killed;
    if (timed_out_)
        outcome_.end = CellEnd::timed_out;
    else if (outcome_.cancel_reason && was_stopped)
        outcome_.end = CellEnd::cancelled;
    if (outcome_.end == CellEnd::timed_out || outcome_.end == CellEnd::cancelled) outcome_.exit_code.reset();
    return {CellAction::set_timer, CellAction::finish};
}

CellActions CellFsm::on_done(bool ok, std::optional<int> exit_code, std::int64_t execution_count, bool restart) {
    // Once the escalation has begun the kernel goes whatever it says; its end finishes the cell.
    if (state_ == State::finished || state_ == State::idle || state_ == State::stopping) return {};
    const int code = exit_code.value_or(ok ? 0 : 1);
    outcome_.end = ok && code == 0 ? CellEnd::ok : CellEnd::failed;
    outcome_.exit_code = code;
    outcome_.execution_count = execution_count;
    outcome_.restart_requested = restart;
    outcome_.exit_called = restart && exit_code.has_value();
    outcome_.kernel_kept = !restart;
    return finish();
}

CellActions CellFsm::on_exit(const ExitStatus& status) {
    if (state_ == State::finished) return {};
    outcome_.kernel_kept = false;
    outcome_.exit_status = status;
    outcome_.end = CellEnd::kernel_died;
    if (!status.signaled && !outcome_.was_killed) outcome_.exit_code = status.value;
    return finish();
}

CellActions CellFsm::pause(TimePoint) {
    if (state_ == State::finished || ++pauses_ != 1) return {};
    if (state_ != State::running) return {};
    return set_deadline(std::nullopt);
}

CellActions CellFsm::resume(TimePoint now) {
    if (state_ == State::finished || pauses_ == 0 || --pauses_ != 0) return {};
    if (state_ != State::running) return {};
    return set_deadline(now + limits_.timeout);
}

}  // namespace evald
