#include "execution/statistics.hpp"

#include <algorithm>

namespace evald {

void DurationHistogram::observe(double seconds) {
    const auto bound = std::lower_bound(k_bounds.begin(), k_bounds.end(), seconds);
    ++buckets_[static_cast<std::size_t>(bound - k_bounds.begin())];
    ++count_;
    sum_ += seconds;
}

}  // namespace evald
