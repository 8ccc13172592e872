#pragma once

#include <cstdint>

namespace evald {

/// Milliseconds since 1970 in UTC: for what people and clients see, never for measuring.
std::int64_t utc_now_ms();

}  // namespace evald
