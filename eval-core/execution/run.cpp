#include "execution/run.hpp"

#include <boost/asio/steady_timer.hpp>
#include <utility>

namespace evald {

std::string_view run_state_name(RunState state) {
    switch (state) {
        case RunState::queued: return "queued";
        case RunState::running: return "running";
        case RunState::finished: return "finished";
    }
    return "finished";
}

std::string_view cancel_reason_text(CancelReason reason) {
    switch (reason) {
        case CancelReason::caller_gone: return "the caller went away";
        case CancelReason::cancel_requested: return "cancelled by request";
        case CancelReason::interrupted: return "interrupted by request";
        case CancelReason::session_ended: return "the session was ended";
        case CancelReason::shutdown: return "the service is shutting down";
    }
    return "cancelled";
}

Run::Run(boost::asio::any_io_executor executor, std::string id, std::string principal, std::string session,
         EvalRequest request)
    : executor_(executor),
      id_(std::move(id)),
      principal_(std::move(principal)),
      session_(std::move(session)),
      request_(std::move(request)),
      finished_event_(executor) {}

void Run::cancel(CancelReason reason) {
    if (finished() || cancel_reason_) return;
    cancel_reason_ = reason;
    // A copy: the call may replace or clear the member while it runs.
    const auto call = cancel_call_;
    if (call) call(reason);
}

bool Run::answer_tool_call(std::string_view call_id, ToolAnswer answer) {
    return tool_answer_call_ && tool_answer_call_(call_id, std::move(answer));
}

void Run::mark_running() {
    state_ = RunState::running;
    started_at_ = Clock::now();
}

std::string_view Run::outcome() const {
    if (refusal_) return "refused";
    if (!is_error_) return "ok";
    return cancel_reason_ ? "cancelled" : "error";
}

EventPtr Run::finished_event() const {
    if (!result_json_) return nullptr;
    auto event = std::make_shared<RunEvent>();
    event->type = EventType::run_finished;
    event->seq = finished_seq_;
    event->run = id_;
    event->json = finished_head_ + *result_json_ + "}";
    return event;
}

void Run::finish(std::string result_json, bool is_error, std::optional<Error> refusal, const RunEvent& published,
                 std::string epoch) {
    if (finished()) return;
    state_ = RunState::finished;
    finished_seq_ = published.seq;
    finished_head_ = published.json.substr(0, published.json.size() - result_json.size() - 1);
    finished_epoch_ = std::move(epoch);
    result_json_ = std::make_shared<const std::string>(std::move(result_json));
    is_error_ = is_error;
    refusal_ = std::move(refusal);
    cancel_call_ = nullptr;
    tool_answer_call_ = nullptr;
    callers_gone_call_ = nullptr;
    finished_event_.set();
}

void Run::last_waiter_gone() {
    if (finished()) return;
    if (callers_gone_call_) callers_gone_call_();
    if (request_.detach) return;
    if (reattach_.count() == 0) {
        cancel(CancelReason::caller_gone);
        return;
    }
    auto timer = std::make_shared<boost::asio::steady_timer>(executor_, reattach_);
    timer->async_wait([timer, weak = weak_from_this(), epoch = waiter_epoch_](const boost::system::error_code& error) {
        const auto run = weak.lock();
        if (error || !run || run->waiter_epoch_ != epoch || run->waiters_ != 0) return;
        run->cancel(CancelReason::caller_gone);
    });
}

Run::Waiter::Waiter(std::shared_ptr<Run> run) : run_(std::move(run)) {
    ++run_->waiters_;
    ++run_->waiter_epoch_;
}

Run::Waiter::~Waiter() {
    if (--run_->waiters_ == 0) run_->last_waiter_gone();
}

}  // namespace evald
