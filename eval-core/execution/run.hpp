#pragma once

#include "base/error.hpp"
#include "execution/eval_request.hpp"
#include "execution/run_event.hpp"
#include "platform/async_event.hpp"
#include "tools/tool_answer.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace evald {

enum class RunState : std::uint8_t { queued, running, finished };
std::string_view run_state_name(RunState state);

/// Why a run or a cell is made to end. The text goes into "Cell i aborted: …".
enum class CancelReason : std::uint8_t { caller_gone, cancel_requested, interrupted, session_ended, shutdown };
std::string_view cancel_reason_text(CancelReason reason);

/// One call on its way through a session: waits its turn, runs, ends exactly once with a result.
///
/// Shared by the session that executes it, the connections that wait for it, and the registry that keeps its result for
/// limits.result_ttl. Loop thread. Executing is the session's business (execution/run_executor).
class Run : public std::enable_shared_from_this<Run> {
public:
    Run(boost::asio::any_io_executor executor, std::string id, std::string principal, std::string session,
        EvalRequest request);

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] const std::string& principal() const { return principal_; }
    [[nodiscard]] const std::string& session() const { return session_; }
    [[nodiscard]] const EvalRequest& request() const { return request_; }
    [[nodiscard]] RunState state() const { return state_; }
    [[nodiscard]] bool finished() const { return state_ == RunState::finished; }
    /// The cell that runs now, from 0; of a running run.
    [[nodiscard]] std::size_t current_cell() const { return current_cell_; }
    /// True: this call made its session.
    [[nodiscard]] bool session_created() const { return session_created_; }

    /// How it ended, as the statistics have it: ok, error, cancelled, refused. Of a finished run.
    [[nodiscard]] std::string_view outcome() const;
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] Clock::time_point queued_at() const { return queued_at_; }
    /// The same as queued_at() for a run that never began.
    [[nodiscard]] Clock::time_point started_at() const { return started_at_; }

    /// The encoded result object, exactly as POST /eval answers it. Null until finished.
    [[nodiscard]] const std::shared_ptr<const std::string>& result_json() const { return result_json_; }
    [[nodiscard]] bool is_error() const { return is_error_; }
    /// Its run.finished event, of which the log may keep nothing by now. Null until it was published.
    [[nodiscard]] EventPtr finished_event() const;
    /// The epoch of the log that it stood in.
    [[nodiscard]] const std::string& finished_epoch() const { return finished_epoch_; }
    /// Set when no cell has run because no kernel slot came free in time: a plain JSON answer is then this error (503).
    [[nodiscard]] const std::optional<Error>& refusal() const { return refusal_; }

    /// Waits until finished.
    boost::asio::awaitable<void> wait_finished() { return finished_event_.wait(); }
    /// Asks it to end: at once if queued, by interrupting the kernel if running; nothing once finished. The first reason counts.
    void cancel(CancelReason reason);
    [[nodiscard]] std::optional<CancelReason> cancelled() const { return cancel_reason_; }

    /// Answers an open call of a tool that the caller offered. False: there is none of this id (any more).
    bool answer_tool_call(std::string_view call_id, ToolAnswer answer);

    /// A caller that waits for the run, or watches it once it is detached. When the last one has gone, calls that wait
    /// for it fail, and the run is cancelled unless it is detached or kept for a retry.
    class Waiter {
    public:
        explicit Waiter(std::shared_ptr<Run> run);
        ~Waiter();
        Waiter(const Waiter&) = delete;
        Waiter& operator=(const Waiter&) = delete;

    private:
        std::shared_ptr<Run> run_;
    };

    // For the session and the executor.
    void mark_running();
    void mark_cell(std::size_t index) { current_cell_ = index; }
    void set_session_created(bool created) { session_created_ = created; }
    /// How long the run outlives its last waiter (Idempotency-Key: limits.reattach). Zero: not at all.
    void set_reattach(std::chrono::milliseconds limit) { reattach_ = limit; }
    /// `published`: its run.finished event, which ends with the result.
    void finish(std::string result_json, bool is_error, std::optional<Error> refusal, const RunEvent& published,
                std::string epoch);
    /// Called when cancel() is asked of a run that has started; the executor's interrupt path.
    void on_cancel(std::function<void(CancelReason)> call) { cancel_call_ = std::move(call); }
    /// While the run executes: takes the answers of answer_tool_call().
    void on_tool_answer(std::function<bool(std::string_view, ToolAnswer)> call) { tool_answer_call_ = std::move(call); }
    /// While the run executes: the last of the callers has gone.
    void on_callers_gone(std::function<void()> call) { callers_gone_call_ = std::move(call); }
    [[nodiscard]] bool has_callers() const { return waiters_ != 0; }
    /// Whether there were callers and all have gone. One that only asked for the run to be started is no caller.
    [[nodiscard]] bool callers_gone() const { return waiter_epoch_ != 0 && waiters_ == 0; }

private:
    void last_waiter_gone();

    boost::asio::any_io_executor executor_;
    std::string id_, principal_, session_;
    EvalRequest request_;
    RunState state_ = RunState::queued;
    Clock::time_point queued_at_ = Clock::now(), started_at_ = queued_at_;
    std::size_t current_cell_ = 0;
    bool session_created_ = false;
    bool is_error_ = false;
    std::shared_ptr<const std::string> result_json_;
    std::optional<Error> refusal_;
    std::string finished_head_;  ///< the event's text before the result
    std::string finished_epoch_;
    std::uint64_t finished_seq_ = 0;
    std::optional<CancelReason> cancel_reason_;
    std::function<void(CancelReason)> cancel_call_;
    std::chrono::milliseconds reattach_{0};
    std::size_t waiters_ = 0;
    std::uint64_t waiter_epoch_ = 0;
    AsyncEvent finished_event_;
    std::function<bool(std::string_view, ToolAnswer)> tool_answer_call_;
    std::function<void()> callers_gone_call_;
};

}  // namespace evald
