#pragma once

#include "artifact/artifact_store.hpp"
#include "base/error.hpp"
#include "execution/event_log.hpp"
#include "execution/run.hpp"
#include "session/session_info.hpp"
#include "session/session_kernel.hpp"
#include "session/session_records.hpp"

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace evald {

/// What a session tells its owner.
class SessionListener {
public:
    virtual ~SessionListener() = default;
    virtual void on_run_finished(const std::shared_ptr<Run>& run) = 0;
};

/// A named place where state lives: a workspace, an event log, at most one kernel a language, and a queue of runs that
/// execute one after the other. Loop thread. Kept alive by its registry and, while a run or reset is on, by its worker.
class Session final : public std::enable_shared_from_this<Session> {
public:
    struct Identity {
        std::string principal;
        std::string id;
        std::string workspace_name;
        std::string workspace;      ///< absolute
        std::string artifacts_dir;  ///< absolute
    };

    Session(std::shared_ptr<KernelContext> kernels, ArtifactStore& artifacts, SessionListener& listener,
            Identity identity);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Takes up a session of an earlier process: its times, and which kernels it has lost.
    void restore(const SessionRecord& record);
    /// Its kernel of the language, which stands ready in the workspace.
    void adopt(Language language, std::unique_ptr<Kernel> spare) { place(language).adopt(std::move(spare)); }
    /// What is to be kept of it over a restart.
    [[nodiscard]] SessionRecord record() const;

    /// Queues a run. too_many_requests when limits.queue runs wait already.
    Result<void> submit(const std::shared_ptr<Run>& run);
    /// conflict when no cell runs.
    Result<void> interrupt();
    /// Takes its turn in the queue. Resets of one language with no run between them share one turn.
    boost::asio::awaitable<void> reset(Language language);
    /// Cancels all runs and stops both kernels. Waits for them; the caller bounds its own wait.
    boost::asio::awaitable<void> end(CancelReason reason, SessionKernel::StopReason stop_reason);
    /// SIGKILL for both kernels, without waiting.
    void kill_kernels();
    boost::asio::awaitable<void> heartbeat();

    [[nodiscard]] SessionInfo info() const;
    [[nodiscard]] EventLog& events() { return events_; }
    [[nodiscard]] const EventLog& events() const { return events_; }
    [[nodiscard]] const Identity& identity() const { return identity_; }
    [[nodiscard]] std::int64_t last_used_ms() const { return last_used_ms_; }
    [[nodiscard]] std::size_t queued() const { return queue_.size(); }
    [[nodiscard]] bool running() const { return current_ != nullptr; }
    [[nodiscard]] bool has_idle_kernel() const {
        return python_.state() == SessionKernel::State::idle || javascript_.state() == SessionKernel::State::idle;
    }
    [[nodiscard]] bool busy() const { return current_ != nullptr || !queue_.empty(); }
    [[nodiscard]] const SessionKernel& kernel(Language language) const {
        return language == Language::python ? python_ : javascript_;
    }
    void touch();

private:
    struct Reset {
        Language language;
        std::shared_ptr<AsyncEvent> done;
    };
    /// One turn of the queue: a run, or a reset.
    struct Turn {
        std::shared_ptr<Run> run;
        std::shared_ptr<Reset> reset;
        std::chrono::steady_clock::time_point queued_at;
    };

    void enqueue(Turn turn);
    [[nodiscard]] std::shared_ptr<Reset> reset_to_share(Language language) const;
    void withdraw(const std::shared_ptr<Run>& run);
    static boost::asio::awaitable<void> work(std::shared_ptr<Session> self);
    boost::asio::awaitable<void> take_turn(Turn turn);
    boost::asio::awaitable<void> execute(std::shared_ptr<Run> run, bool started);
    static boost::asio::awaitable<void> finish_withdrawn(std::shared_ptr<Session> self, std::shared_ptr<Run> run);
    SessionKernel& place(Language language) { return language == Language::python ? python_ : javascript_; }

    std::shared_ptr<KernelContext> keep_kernels_;
    KernelContext& kernels_;
    ArtifactStore& artifacts_;
    SessionListener& listener_;
    Identity identity_;
    std::int64_t created_ms_;
    std::int64_t last_used_ms_;
    EventLog events_;
    SessionKernel python_, javascript_;
    std::deque<Turn> queue_;
    std::shared_ptr<Run> current_;
    std::shared_ptr<Reset> resetting_;  ///< the reset that is on
    bool working_ = false;
    AsyncEvent quiet_;  ///< set while the worker has nothing to do
};

}  // namespace evald
