#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace evald {

/// Who may hold one of the limited kernel slots of a language: a pure policy, no kernels, no clock.
///
/// Holders (sessions) ask, and are granted at once while slots are free. Else the least recently used idle holder is to
/// be evicted, or, when all are busy, the asker waits its turn: first come, first served. A busy holder is never evicted.
/// A holder over its principal's limit waits without blocking those behind it.
class SlotPolicy {
public:
    using Holder = std::uint64_t;
    using TimePoint = std::chrono::steady_clock::time_point;

    /// `per_principal` 0: no limit beyond `slots`.
    SlotPolicy(std::size_t slots, std::size_t per_principal) : slots_(slots), per_principal_(per_principal) {}

    /// What has become possible: tell these holders that they have a slot, and end these holders' kernels.
    struct Decision {
        std::vector<Holder> granted;
        std::vector<Holder> evict;
    };

    Decision ask(Holder holder, const std::string& principal);
    /// The asker no longer waits. Nothing if it holds a slot already.
    Decision withdraw(Holder holder);
    /// The holder's kernel is gone, by eviction or otherwise: its slot is free.
    Decision release(Holder holder);
    void busy(Holder holder);
    Decision idle(Holder holder, TimePoint now);
    /// Idle holders, none of them being evicted already, that have been idle since `before` or longer: to be evicted.
    std::vector<Holder> take_idle_since(TimePoint before);

    [[nodiscard]] std::size_t waiting() const { return waiters_.size(); }
    [[nodiscard]] std::size_t held() const { return holders_.size(); }

private:
    struct Held {
        std::string principal;
        bool idle = false;
        bool leaving = false;
        TimePoint idle_since{};
    };
    struct Waiter {
        Holder holder;
        std::string principal;
    };

    Decision settle();
    [[nodiscard]] std::size_t held_by(const std::string& principal, bool count_leaving) const;
    /// The least recently used idle holder, of one principal or of all (null); 0 when there is none.
    [[nodiscard]] Holder least_recently_used(const std::string* principal) const;

    std::size_t slots_;
    std::size_t per_principal_;
    std::unordered_map<Holder, Held> holders_;
    std::deque<Waiter> waiters_;
};

}  // namespace evald
