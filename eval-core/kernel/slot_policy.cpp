#include "kernel/slot_policy.hpp"

#include <algorithm>

namespace evald {

SlotPolicy::Decision SlotPolicy::ask(Holder holder, const std::string& principal) {
    if (!holders_.contains(holder)) waiters_.push_back({holder, principal});
    return settle();
}

SlotPolicy::Decision SlotPolicy::withdraw(Holder holder) {
    std::erase_if(waiters_, [holder](const Waiter& waiter) { return waiter.holder == holder; });
    return settle();
}

SlotPolicy::Decision SlotPolicy::release(Holder holder) {
    holders_.erase(holder);
    return settle();
}

void SlotPolicy::busy(Holder holder) {
    if (const auto held = holders_.find(holder); held != holders_.end()) held->second.idle = false;
}

SlotPolicy::Decision SlotPolicy::idle(Holder holder, TimePoint now) {
    const auto held = holders_.find(holder);
    if (held == holders_.end()) return {};
    held->second.idle = true;
    held->second.idle_since = now;
    return settle();
}

std::vector<SlotPolicy::Holder> SlotPolicy::take_idle_since(TimePoint before) {
    std::vector<Holder> taken;
    for (auto& [holder, held] : holders_) {
        if (!held.idle || held.leaving || held.idle_since > before) continue;
        held.leaving = true;
        taken.push_back(holder);
    }
    return taken;
}

std::size_t SlotPolicy::held_by(const std::string& principal, bool count_leaving) const {
    return static_cast<std::size_t>(std::count_if(holders_.begin(), holders_.end(), [&](const auto& entry) {
        return entry.second.principal == principal && (count_leaving || !entry.second.leaving);
    }));
}

SlotPolicy::Holder SlotPolicy::least_recently_used(const std::string* principal) const {
    Holder oldest = 0;
    TimePoint oldest_since = TimePoint::max();
    for (const auto& [holder, held] : holders_) {
        if (!held.idle || held.leaving || (principal != nullptr && held.principal != *principal)) continue;
        if (held.idle_since < oldest_since) {
            oldest = holder;
            oldest_since = held.idle_since;
        }
    }
    return oldest;
}

SlotPolicy::Decision SlotPolicy::settle() {
    Decision decision;
    // Slots that come free once the evictions under way are through are spoken for by those who wait in front.
    std::size_t leaving = static_cast<std::size_t>(
        std::count_if(holders_.begin(), holders_.end(), [](const auto& entry) { return entry.second.leaving; }));
    for (auto waiter = waiters_.begin(); waiter != waiters_.end();) {
        const bool over_own_limit = per_principal_ != 0 && held_by(waiter->principal, true) >= per_principal_;
        if (!over_own_limit && holders_.size() < slots_) {
            holders_[waiter->holder] = Held{waiter->principal, false, false, {}};
            decision.granted.push_back(waiter->holder);
            waiter = waiters_.erase(waiter);
            continue;
        }
        const bool own_one_leaves = over_own_limit && held_by(waiter->principal, false) < per_principal_;
        if (own_one_leaves || (!over_own_limit && leaving > 0)) {
            if (leaving > 0) --leaving;
            ++waiter;
            continue;
        }
        const Holder victim = least_recently_used(over_own_limit ? &waiter->principal : nullptr);
        if (victim != 0) {
            holders_[victim].leaving = true;
            decision.evict.push_back(victim);
        }
        ++waiter;
    }
    return decision;
}

}  // namespace evald
