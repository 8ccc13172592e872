#include "kernel/kernel_registry.hpp"

#include <utility>

namespace evald {
namespace {

std::size_t count(int configured) { return static_cast<std::size_t>(configured < 0 ? 0 : configured); }

}  // namespace

KernelRegistry::KernelRegistry(const Config& config)
    : python_idle_(config.python.idle),
      javascript_idle_(config.javascript.idle),
      python_(count(config.python.max), count(config.kernel.max_per_principal)),
      javascript_(count(config.javascript.max), count(config.kernel.max_per_principal)) {}

KernelRegistry::Holder KernelRegistry::add(Language language, std::string principal, SlotHolder& holder) {
    const Holder id = next_++;
    entries_.emplace(id, Entry{language, std::move(principal), &holder});
    return id;
}

void KernelRegistry::remove(Holder holder) {
    const auto entry = entries_.find(holder);
    if (entry == entries_.end()) return;
    SlotPolicy& slots = policy(entry->second.language);
    entries_.erase(entry);
    carry_out(slots.withdraw(holder));
    carry_out(slots.release(holder));
}

void KernelRegistry::ask(Holder holder) {
    const Entry& entry = entries_.at(holder);
    carry_out(policy(entry.language).ask(holder, entry.principal));
}

void KernelRegistry::withdraw(Holder holder) { carry_out(policy(entries_.at(holder).language).withdraw(holder)); }

void KernelRegistry::release(Holder holder) { carry_out(policy(entries_.at(holder).language).release(holder)); }

void KernelRegistry::busy(Holder holder) { policy(entries_.at(holder).language).busy(holder); }

void KernelRegistry::idle(Holder holder, TimePoint now) {
    carry_out(policy(entries_.at(holder).language).idle(holder, now));
}

void KernelRegistry::sweep(TimePoint now) {
    sweep_language(Language::python, python_idle_, now);
    sweep_language(Language::javascript, javascript_idle_, now);
}

void KernelRegistry::sweep_language(Language language, std::chrono::milliseconds idle, TimePoint now) {
    for (const Holder holder : policy(language).take_idle_since(now - idle))
        if (const auto entry = entries_.find(holder); entry != entries_.end())
            entry->second.holder->on_evict(SlotHolder::EvictReason::idle_too_long);
}

void KernelRegistry::carry_out(const SlotPolicy::Decision& decision) {
    for (const Holder holder : decision.granted)
        if (const auto entry = entries_.find(holder); entry != entries_.end()) entry->second.holder->on_slot_granted();
    for (const Holder holder : decision.evict)
        if (const auto entry = entries_.find(holder); entry != entries_.end())
            entry->second.holder->on_evict(SlotHolder::EvictReason::needed_elsewhere);
}

}  // namespace evald
