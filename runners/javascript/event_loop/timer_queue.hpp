#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "protocol/output_stream.hpp"

namespace evald::js {

using TimerId = std::uint32_t;

/// Which timers there are and which is next: no clock and no script in here. Timers due at the same moment fire in the
/// order in which they were set.
class TimerQueue {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    struct Timer {
        TimerId id = 0;
        Duration delay{};
        bool repeats = false;
        CellId cell;  ///< whose output the callback's output is
    };

    TimerId add(Duration delay, bool repeats, CellId cell, TimePoint now);
    bool cancel(TimerId id);
    /// Starts the delay anew. False if there is no such timer.
    bool restart(TimerId id, TimePoint now);

    std::optional<TimePoint> next_due() const;
    /// The first timer due at `now`. It stays known, so that its callback may restart or cancel it, until end_turn().
    std::optional<Timer> take_due(TimePoint now);
    /// After the callback: a repeating timer starts anew, another one is over. True if it is over.
    bool end_turn(TimerId id, TimePoint now);

private:
    using Order = std::pair<TimePoint, std::uint64_t>;
    struct Entry {
        Timer timer;
        Order order;
        bool is_waiting = true;
    };

    std::unordered_map<TimerId, Entry> timers_;
    std::map<Order, TimerId> by_time_;
    std::uint64_t sequence_ = 0;
    TimerId last_id_ = 0;
};

}  // namespace evald::js
