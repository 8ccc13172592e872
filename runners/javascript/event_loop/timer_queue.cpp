#include "event_loop/timer_queue.hpp"

#include <utility>

namespace evald::js {

TimerId TimerQueue::add(Duration delay, bool repeats, CellId cell, TimePoint now) {
    const TimerId id = ++last_id_;
    const Order order{now + delay, ++sequence_};
    timers_.emplace(id, Entry{{id, delay, repeats, std::move(cell)}, order, true});
    by_time_.emplace(order, id);
    return id;
}

bool TimerQueue::cancel(TimerId id) {
    const auto found = timers_.find(id);
    if (found == timers_.end()) {
        return false;
    }
    by_time_.erase(found->second.order);
    timers_.erase(found);
    return true;
}

bool TimerQueue::restart(TimerId id, TimePoint now) {
    const auto found = timers_.find(id);
    if (found == timers_.end()) {
        return false;
    }
    by_time_.erase(found->second.order);
    found->second.is_waiting = true;
    found->second.order = {now + found->second.timer.delay, ++sequence_};
    by_time_.emplace(found->second.order, id);
    return true;
}

std::optional<TimerQueue::TimePoint> TimerQueue::next_due() const {
    if (by_time_.empty()) {
        return std::nullopt;
    }
    return by_time_.begin()->first.first;
}

std::optional<TimerQueue::Timer> TimerQueue::take_due(TimePoint now) {
    const auto first = by_time_.begin();
    if (first == by_time_.end() || first->first.first > now) {
        return std::nullopt;
    }
    Entry& entry = timers_.at(first->second);
    by_time_.erase(first);
    entry.is_waiting = false;
    return entry.timer;
}

bool TimerQueue::end_turn(TimerId id, TimePoint now) {
    const auto found = timers_.find(id);
    if (found == timers_.end() || found->second.is_waiting) {
        return false;
    }
    if (found->second.timer.repeats) {
        restart(id, now);
        return false;
    }
    timers_.erase(found);
    return true;
}

}  // namespace evald::js
