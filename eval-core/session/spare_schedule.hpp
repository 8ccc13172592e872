#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace evald {

/// When the next spare kernel of a language is to be started: a pure policy, no kernels, no clock.
///
/// One at a time. A while after one was taken, so that its cell has the processor to itself; after a failure later and
/// later, so that a kernel that cannot start does not keep the machine busy.
class SpareSchedule {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    explicit SpareSchedule(std::size_t wanted) : wanted_(wanted) {}

    void taken(TimePoint now);
    /// One that was ready is gone by itself.
    void lost(TimePoint now);
    void start_begins() { is_starting_ = true; }
    void start_ended(bool is_ready, TimePoint now);
    /// All that were ready have been given up.
    void dropped() { ready_ = 0; }

    /// Nothing: there are enough, or one is on its way.
    [[nodiscard]] std::optional<TimePoint> next_start() const;
    [[nodiscard]] std::size_t ready() const { return ready_; }

private:
    void failed(TimePoint now);

    std::size_t wanted_;
    std::size_t ready_ = 0;
    bool is_starting_ = false;
    int failures_ = 0;  ///< in a row
    TimePoint not_before_{};
};

}  // namespace evald
