#pragma once

#include <algorithm>
#include <chrono>

namespace evald {

/// How many calls may begin in a second. A second's worth can be saved up. Pure.
class CallRate {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// 0: no limit.
    explicit CallRate(int per_second) : per_second_(per_second), saved_(per_second) {}

    /// Whether one more may begin now.
    bool take(TimePoint now) {
        if (per_second_ == 0) return true;
        const std::chrono::duration<double> passed = now - last_;
        last_ = now;
        saved_ = std::min<double>(per_second_, saved_ + passed.count() * per_second_);
        if (saved_ < 1) return false;
        saved_ -= 1;
        return true;
    }

private:
    int per_second_;
    double saved_;
    TimePoint last_{};
};

}  // namespace evald
