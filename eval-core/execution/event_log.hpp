#pragma once

#include "execution/event_budget.hpp"
#include "execution/run_event.hpp"
#include "platform/async_event.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace evald {

class EventLog;

/// A watcher's place in a session's events: a bounded queue of shared, already encoded events.
///
/// Loop thread. When the queue is over its bound, events are dropped and a `gap` stands in their place; run.finished is
/// never dropped. Ends when destroyed, or when the session ends (then next() is null and ended() true).
class Subscription {
public:
    ~Subscription();
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

    /// The next event, or null when nothing waits.
    EventPtr next();
    /// Waits until next() has something or the session has ended. True: something is there.
    boost::asio::awaitable<bool> wait();
    /// As wait(), but gives up after `limit`, returning false.
    boost::asio::awaitable<bool> wait_for(std::chrono::milliseconds limit);
    [[nodiscard]] bool ended() const { return log_ == nullptr; }
    [[nodiscard]] bool empty() const { return queue_.empty(); }

    /// Besides, or instead of, everything: the events of one run.
    void add_run(std::string run) { runs_.insert(std::move(run)); }
    void watch_all(bool on) { all_ = on; }
    [[nodiscard]] bool watches_all() const { return all_; }
    /// Called on the loop when the queue stops being empty or the session ends; an alternative to wait(). Must not
    /// destroy the subscription.
    void on_ready(std::function<void()> call) { ready_call_ = std::move(call); }

private:
    friend class EventLog;
    Subscription(EventLog& log, bool all);
    bool offer(const EventPtr& event);
    void push_gap(std::uint64_t from, std::uint64_t to);
    void wake();
    void end();

    EventLog* log_;
    boost::asio::any_io_executor executor_;
    bool all_;
    std::unordered_set<std::string> runs_;
    std::deque<EventPtr> queue_;
    std::uint64_t queued_bytes_ = 0;
    AsyncEvent ready_;
    std::function<void()> ready_call_;
};

struct EventLogLimits {
    std::size_t ring_events = 2'000;
    std::uint64_t ring_bytes = 2ULL << 20U;
    std::uint64_t watcher_bytes = 8ULL << 20U;
};

/// The numbered events of one session: a ring for replay and the fan-out to watchers. Each event is encoded once and
/// shared by all. Loop thread; must outlive nobody: subscriptions are told when it goes.
class EventLog {
public:
    /// `budget`, where given, is shared with other logs and outlives this one.
    EventLog(boost::asio::any_io_executor executor, std::string session, EventLogLimits limits,
             EventBudget* budget = nullptr);
    ~EventLog();
    EventLog(const EventLog&) = delete;
    EventLog& operator=(const EventLog&) = delete;

    [[nodiscard]] const std::string& session() const { return session_; }
    /// Random at the session's creation in this process; stands in every event.
    [[nodiscard]] const std::string& epoch() const { return epoch_; }
    [[nodiscard]] std::uint64_t last_seq() const { return next_seq_ - 1; }

    /// Numbers, stamps, keeps and delivers an event. `members` is the rest of the object, as `"k":v,…` without braces,
    /// or empty. `run` empty: the event belongs to no run. Returns how many watchers will see it; those that do not
    /// watch it, or are too slow for it, do not count.
    std::size_t publish(EventType type, std::string_view run, std::string_view members);
    /// The event that was published last; null if none was.
    [[nodiscard]] EventPtr latest() const { return ring_.empty() ? nullptr : ring_.back(); }

    /// Only what comes from now on.
    std::unique_ptr<Subscription> subscribe_from_now(bool all);
    /// Everything kept after `since` (0: all that is kept), then what comes. Another epoch, a `since` of the future, or
    /// events that the ring no longer holds: a gap first. `epoch` empty: the caller did not say.
    std::unique_ptr<Subscription> subscribe_since(std::uint64_t since, std::string_view epoch);

    /// What is kept of one run's events, then what comes of them.
    std::unique_ptr<Subscription> subscribe_run(std::string run);

    [[nodiscard]] std::size_t watchers() const { return watchers_.size(); }
    [[nodiscard]] std::uint64_t ring_bytes() const { return ring_bytes_; }
    /// Queued for all watchers; events that stand in several queues count in each.
    [[nodiscard]] std::uint64_t watcher_bytes() const;
    [[nodiscard]] std::uint64_t gaps() const { return gaps_; }

    /// For the budget: gives up its place there and its events but the last. Returns how many bytes that freed.
    std::uint64_t forget_all_but_latest();

private:
    friend class Subscription;
    void remember(EventPtr event);
    void forget_first();
    EventPtr make_gap(std::uint64_t from, std::uint64_t to);

    boost::asio::any_io_executor executor_;
    std::string session_;
    std::string epoch_;
    EventLogLimits limits_;
    std::uint64_t next_seq_ = 1;
    std::deque<EventPtr> ring_;
    std::uint64_t ring_bytes_ = 0;
    std::uint64_t gaps_ = 0;
    std::vector<Subscription*> watchers_;
    EventBudget* budget_;
    EventBudget::Place place_;
};

}  // namespace evald
