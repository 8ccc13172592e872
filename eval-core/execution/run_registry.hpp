#pragma once

#include "base/error.hpp"
#include "execution/run.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace evald {

/// All runs that can still be asked for: those on their way, and finished ones for limits.result_ttl within a budget of
/// memory, the oldest going first. Results whose callers were there to get them have a budget of their own
/// (limits.answered_bytes), so that many small runs neither pile up nor push out those that may yet be asked for
/// (limits.result_bytes): detached, under an Idempotency-Key, or left by their callers. Also remembers Idempotency-Keys
/// as long as their run. Loop thread.
class RunRegistry {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    RunRegistry(std::chrono::milliseconds ttl, std::uint64_t max_bytes, std::uint64_t max_answered_bytes)
        : ttl_(ttl), awaited_(max_bytes), answered_(max_answered_bytes) {}

    void add(const std::shared_ptr<Run>& run);
    /// The run under (principal, key), or null; unprocessable when the key came with another body.
    [[nodiscard]] Result<std::shared_ptr<Run>> find_key(std::string_view principal, const std::string& key,
                                                        const std::string& body_digest) const;
    void add_key(std::string_view principal, const std::string& key, const std::string& body_digest,
                 const std::shared_ptr<Run>& run);
    [[nodiscard]] Result<std::shared_ptr<Run>> find(std::string_view principal, std::string_view id) const;
    /// A run that was refused before any of it ran: its key may be used again, and then runs.
    void forget_key(const Run& run);
    /// Memory of a request that waits or runs.
    static std::uint64_t request_bytes(const EvalRequest& request);
    /// The run has ended: its time to live begins.
    void finished(const std::shared_ptr<Run>& run, TimePoint now);
    void sweep(TimePoint now);

    [[nodiscard]] std::size_t kept() const { return awaited_.runs.size() + answered_.runs.size(); }
    [[nodiscard]] std::uint64_t bytes() const { return awaited_.bytes + answered_.bytes; }
    /// Of runs that have not ended.
    [[nodiscard]] std::uint64_t active_bytes() const { return active_bytes_; }
    [[nodiscard]] std::size_t keys() const { return keys_.size(); }

private:
    struct Ended {
        std::shared_ptr<Run> run;
        TimePoint at;
        std::uint64_t bytes;
    };
    /// Results under one budget, in the order of their ends.
    struct Kept {
        explicit Kept(std::uint64_t max) : max_bytes(max) {}
        std::deque<Ended> runs;
        std::uint64_t max_bytes, bytes = 0;
    };
    struct Key {
        std::string body_digest;
        std::weak_ptr<Run> run;
    };
    static std::string key_of(std::string_view principal, const std::string& key);
    [[nodiscard]] bool may_be_asked_for(const Run& run) const;
    void drop_oldest(Kept& kept);

    std::chrono::milliseconds ttl_;
    std::unordered_map<std::string, std::shared_ptr<Run>> runs_;
    std::unordered_map<std::string, Key> keys_;
    std::unordered_map<std::string, std::string> key_of_run_;
    Kept awaited_, answered_;
    std::uint64_t active_bytes_ = 0;
};

}  // namespace evald
