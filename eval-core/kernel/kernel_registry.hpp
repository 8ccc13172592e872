#pragma once

#include "base/error.hpp"
#include "config/config.hpp"
#include "kernel/language.hpp"
#include "kernel/slot_policy.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace evald {

/// One that holds, or waits for, a kernel slot: a session's place for one language.
class SlotHolder {
public:
    virtual ~SlotHolder() = default;
    /// The slot that it asked for is its own, until released.
    virtual void on_slot_granted() = 0;
    enum class EvictReason : std::uint8_t { needed_elsewhere, idle_too_long };
    /// Its idle kernel must go; release() follows once it is gone.
    virtual void on_evict(EvictReason reason) = 0;
};

/// Shares out the kernel slots of each language among the sessions. Loop thread; holders outlive their registration.
/// May call holders from within ask, withdraw, release, idle and sweep.
class KernelRegistry {
public:
    explicit KernelRegistry(const Config& config);

    using Holder = SlotPolicy::Holder;
    using TimePoint = SlotPolicy::TimePoint;

    [[nodiscard]] Holder add(Language language, std::string principal, SlotHolder& holder);
    /// Forgets the holder and what it held or waited for.
    void remove(Holder holder);

    void ask(Holder holder);
    void withdraw(Holder holder);
    void release(Holder holder);
    void busy(Holder holder);
    void idle(Holder holder, TimePoint now);
    /// Evicts what has been idle for too long.
    void sweep(TimePoint now);

    [[nodiscard]] std::size_t waiting() const { return python_.waiting() + javascript_.waiting(); }
    [[nodiscard]] std::size_t held(Language language) const {
        return const_cast<KernelRegistry*>(this)->policy(language).held();
    }

private:
    struct Entry {
        Language language;
        std::string principal;
        SlotHolder* holder;
    };
    SlotPolicy& policy(Language language) { return language == Language::python ? python_ : javascript_; }
    void carry_out(const SlotPolicy::Decision& decision);
    void sweep_language(Language language, std::chrono::milliseconds idle, TimePoint now);

    std::chrono::milliseconds python_idle_, javascript_idle_;
    SlotPolicy python_, javascript_;
    std::unordered_map<Holder, Entry> entries_;
    Holder next_ = 1;
};

}  // namespace evald
