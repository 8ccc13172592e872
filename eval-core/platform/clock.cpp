#include "platform/clock.hpp"

#include <chrono>

namespace evald {

std::int64_t utc_now_ms() {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
}

}  // namespace evald
