#pragma once

#include <cstdint>
#include <list>
#include <optional>

namespace evald {

class EventLog;

/// The memory of all sessions' kept events together (events.total_bytes). Over it, the logs that were quiet longest
/// forget their events but the last; who asks for those gets a gap. Loop thread; must outlive its logs.
class EventBudget {
public:
    /// A log's place in the order of use; none while it has nothing that it could forget.
    using Place = std::optional<std::list<EventLog*>::iterator>;

    explicit EventBudget(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}
    EventBudget(const EventBudget&) = delete;
    EventBudget& operator=(const EventBudget&) = delete;

    /// `log`, whose ring held `before` bytes and holds `now`, was used last.
    void used(EventLog& log, Place& place, std::uint64_t before, std::uint64_t now);
    /// A log that holds `bytes` goes.
    void leave(Place& place, std::uint64_t bytes);

    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    void forget_oldest();

    std::uint64_t max_bytes_;
    std::uint64_t bytes_ = 0;
    std::list<EventLog*> by_use_;
};

}  // namespace evald
