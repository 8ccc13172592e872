#include "execution/event_budget.hpp"

#include "execution/event_log.hpp"

namespace evald {

void EventBudget::used(EventLog& log, Place& place, std::uint64_t before, std::uint64_t now) {
    bytes_ = bytes_ - before + now;
    if (place)
        by_use_.splice(by_use_.end(), by_use_, *place);
    else
        place = by_use_.insert(by_use_.end(), &log);
    while (bytes_ > max_bytes_ && !by_use_.empty()) forget_oldest();
}

void EventBudget::leave(Place& place, std::uint64_t bytes) {
    bytes_ -= bytes;
    if (place) by_use_.erase(*place);
    place.reset();
}

void EventBudget::forget_oldest() {
    EventLog& log = *by_use_.front();
    by_use_.pop_front();
    bytes_ -= log.forget_all_but_latest();
}

}  // namespace evald
