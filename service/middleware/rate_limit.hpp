#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace evald::service {

/// How often a principal may start a run: a bucket that holds a minute's share and refills evenly.
/// Principals come from the configuration, so the table is bounded. Loop thread.
class RateLimit {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// `per_minute` 0: no limit.
    explicit RateLimit(int per_minute) : per_minute_(per_minute) {}

    /// 0: go on. Else the seconds after which one may come back.
    int take(const std::string& principal, TimePoint now);
    [[nodiscard]] std::uint64_t refused() const { return refused_; }

private:
    struct Bucket {
        double tokens = 0;
        TimePoint filled;
    };
    int per_minute_;
    std::uint64_t refused_ = 0;
    std::map<std::string, Bucket> buckets_;
};

}  // namespace evald::service
