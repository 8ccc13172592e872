#include "middleware/rate_limit.hpp"

#include <algorithm>
#include <cmath>

namespace evald::service {

int RateLimit::take(const std::string& principal, TimePoint now) {
    if (per_minute_ <= 0) return 0;
    const auto [entry, is_new] = buckets_.try_emplace(principal);
    Bucket& bucket = entry->second;
    const double share = per_minute_;
    const double refill_per_s = share / 60.0;
    if (is_new) {
        bucket.tokens = share;
    } else {
        const std::chrono::duration<double> passed = now - bucket.filled;
        bucket.tokens = std::min(share, bucket.tokens + passed.count() * refill_per_s);
    }
    bucket.filled = now;
    if (bucket.tokens >= 1.0) {
        bucket.tokens -= 1.0;
        return 0;
    }
    ++refused_;
    return static_cast<int>(std::ceil((1.0 - bucket.tokens) / refill_per_s));
}

}  // namespace evald::service
