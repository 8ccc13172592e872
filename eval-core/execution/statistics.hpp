#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace evald {

/// A histogram with fixed upper bounds in seconds, for latencies from 0.1 ms to 1 h.
class DurationHistogram {
public:
    static constexpr std::array<double, 16> k_bounds{0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5,
                                                     1,      2.5,    5,     10,    30,   60,   600, 3600};
    void observe(double seconds);
    [[nodiscard]] const std::array<std::uint64_t, k_bounds.size() + 1>& buckets() const { return buckets_; }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] double sum() const { return sum_; }

private:
    std::array<std::uint64_t, k_bounds.size() + 1> buckets_{};  ///< not cumulative; the last is +Inf
    std::uint64_t count_ = 0;
    double sum_ = 0;
};

/// Counters of the core since start. Plain numbers: written on the loop thread, read there at a scrape. Label values come
/// from closed sets; none is ever a session id, a path or an error text.
struct Statistics {
    using Counter = std::uint64_t;
    std::map<std::string, Counter> runs_finished;  ///< outcome: ok, error, cancelled, refused
    std::map<std::pair<std::string, std::string>, Counter>
        cells_finished;  ///< language, outcome: ok, error, timeout, cancelled, kernel_died
    std::map<std::pair<std::string, std::string>, Counter> kernel_starts;  ///< language, outcome: ok, failed, spare
    std::map<std::pair<std::string, std::string>, Counter> spare_starts;   ///< language, outcome: ok, failed
    std::map<std::pair<std::string, std::string>, Counter>
        kernel_exits;  ///< language, reason: reset, evicted, idle, died, killed, session_ended, shutdown, per_call, restart
    DurationHistogram cell_seconds_python, cell_seconds_js;
    DurationHistogram queue_wait_seconds, kernel_start_seconds, kernel_wait_seconds;
    Counter output_bytes = 0;
    Counter truncated_runs = 0;
    Counter artifact_failures = 0;
    Counter garbage_lines = 0;
    Counter sessions_created = 0;
    Counter foreign_sessions = 0;  ///< of them, those whose id another node made
    Counter interrupts = 0;
    Counter queue_refusals = 0;
    std::map<std::pair<std::string, std::string>, Counter> tool_calls;       ///< answered by: caller, config, nobody; outcome: ok, error
};

/// Levels at the moment of asking.
struct Gauges {
    std::map<std::pair<std::string, std::string>, std::uint64_t> kernels;  ///< language, state
    std::uint64_t sessions = 0, runs_queued = 0, runs_running = 0;
    std::map<std::string, std::uint64_t> spares;  ///< ready, by language
    std::uint64_t spare_bytes = 0;                ///< resident, of all spares
    std::uint64_t kernel_waiters = 0, kernel_request_bytes = 0;
    std::uint64_t ring_bytes = 0, watchers = 0, watcher_bytes = 0;
    std::uint64_t events = 0,
                  event_gaps = 0;  ///< published and dropped for slow watchers, by the sessions that live now
    std::uint64_t results_kept = 0, result_bytes = 0, request_bytes = 0, idempotency_keys = 0;
    std::uint64_t artifacts = 0, artifact_bytes = 0, artifact_pending_bytes = 0;
    std::uint64_t uploads = 0, upload_bytes = 0;  ///< into workspaces
};

}  // namespace evald
