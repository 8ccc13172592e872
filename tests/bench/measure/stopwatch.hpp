#pragma once

#include <chrono>

namespace bench {

/// Microseconds of a clock that never goes back.
inline double now_us() {
    const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(since_start).count();
}

/// Processor time of this process so far, in microseconds.
double processor_us();

}  // namespace bench
