#pragma once

#include <string>
#include <string_view>

namespace evald {

/// SHA-256 of `bytes` as 64 lower-case hex digits. Any thread.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace evald
