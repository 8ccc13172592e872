#pragma once

#include "artifact/artifact_store.hpp"
#include "base/error.hpp"
#include "config/config.hpp"
#include "execution/eval_request.hpp"
#include "execution/event_log.hpp"
#include "execution/journal.hpp"
#include "execution/run.hpp"
#include "execution/statistics.hpp"
#include "kernel/kernel.hpp"
#include "session/session_id.hpp"
#include "session/session_info.hpp"
#include "tools/configured_tools.hpp"
#include "workspace/workspace_files.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald {

/// What submit() adds to the request.
struct SubmitOptions {
    std::string principal;
    std::string idempotency_key;  ///< empty: none
    std::string body_digest;      ///< tells two bodies under one key apart; any stable string
};

struct Submitted {
    std::shared_ptr<Run> run;
    /// Of this run, from its run.queued on; null unless asked for. Of a repeated run what is still kept: when that is
    /// finished and nothing waits here, its run.finished is gone from the log and result_json() is what is left.
    std::unique_ptr<Subscription> events;
    bool repeated = false;  ///< an earlier run under the same Idempotency-Key
};

/// The whole of eval-core behind one door: sessions, runs, kernels, artifacts. The service calls nothing else.
///
/// Loop thread only. Construct, then start(); stop() before destruction. Session keys are (principal, id): every call
/// names the principal, and another principal's things are not_found.
class Evaluator {
public:
    /// `config`, `provisioner`, `artifacts` and `tools` outlive the evaluator. `tools` may be null: the server has none.
    Evaluator(boost::asio::any_io_executor loop, const Config& config, KernelProvisioner& provisioner,
              ArtifactStore& artifacts, ConfiguredTools* tools = nullptr);
    ~Evaluator();
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    /// `journal` is told what happens from now on, and outlives the evaluator.
    void write_journal(Journal& journal);

    /// Queues a run. Errors: invalid_request (a bad session id), not_found (create is false), unprocessable (a backend is
    /// disabled or unavailable, or the key was used with another body), too_many_requests (the session's queue),
    /// unavailable (draining, or limits.queue_bytes). `watch`: also subscribe to the run's events.
    Result<Submitted> submit(EvalRequest request, const SubmitOptions& options, bool watch);

    Result<std::shared_ptr<Run>> find_run(std::string_view principal, std::string_view run) const;

    /// Answers a tool call of a run. Errors: not_found (the run), conflict (it has no open call of this id).
    Result<void> answer_tool_call(std::string_view principal, std::string_view run, std::string_view call_id,
                                  ToolAnswer answer);
    /// Whether cells of this language can run here; a failure says why.
    [[nodiscard]] Result<void> availability(Language language) const;
    /// The tools that the server itself answers.
    [[nodiscard]] std::vector<ToolSpec> configured_tools() const;

    [[nodiscard]] std::vector<SessionInfo> sessions(std::string_view principal) const;
    [[nodiscard]] Result<SessionInfo> session(std::string_view principal, std::string_view id) const;
    /// Cancels its runs, stops its kernels (waits at most 2 s, the rest goes on behind), deletes workspace and artifacts.
    boost::asio::awaitable<Result<void>> remove_session(std::string principal, std::string id);
    /// Interrupts the running cell; conflict when none runs.
    Result<void> interrupt(std::string_view principal, std::string_view id);
    /// Takes its turn in the session's queue; returns once done.
    boost::asio::awaitable<Result<void>> reset(std::string principal, std::string id, Language language);

    /// All events of a session after `since`; see EventLog::subscribe_since. A session is made by the first watch.
    Result<std::unique_ptr<Subscription>> watch(std::string_view principal, std::string_view id, std::uint64_t since,
                                                std::string_view epoch);
    /// Only what comes from now on (a WebSocket connection widens it to all or adds runs).
    Result<std::unique_ptr<Subscription>> watch_from_now(std::string_view principal, std::string_view id);

    /// Absolute path of a session's workspace. Counts as a use of the session.
    [[nodiscard]] Result<std::string> workspace(std::string_view principal, std::string_view id);
    /// The same, making the session if there is none yet.
    Result<std::string> make_workspace(std::string_view principal, std::string_view id);
    /// The files in them.
    [[nodiscard]] WorkspaceFiles& files();

    [[nodiscard]] ArtifactStore& artifacts();
    [[nodiscard]] const Statistics& statistics() const;
    /// Gauges that are counted when asked for: kernels, sessions, queue lengths, memory of rings and results.
    [[nodiscard]] Gauges gauges() const;

    /// Prepares the data folder, takes up the sessions that are there, and starts sweeps. Fails with what is wrong and what to do.
    boost::asio::awaitable<Result<void>> start();
    [[nodiscard]] bool ready() const;
    /// Everything is served as before, but leaving() tells that the end is near.
    void leave();
    [[nodiscard]] bool leaving() const;
    /// No new runs from now on; those that run or wait go on.
    void drain();
    [[nodiscard]] bool draining() const;
    [[nodiscard]] bool idle() const;  ///< no run queued or running
    /// Cancels what still runs and stops all kernels; returns when they are gone.
    boost::asio::awaitable<void> stop();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace evald
