#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evald {

/// A duration as people write it: a number and one of ms, s, m, h ("500ms", "1.5s", "24h"), or a bare number of
/// seconds. Nothing if it is none, is negative, is finer than a millisecond, or is beyond 2^53 milliseconds.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// A size: a whole number and one of B, KiB, MiB, GiB, TiB ("8MiB"), or a bare number of bytes. Nothing otherwise.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);

/// With the largest unit that needs no fraction; reads back the same.
[[nodiscard]] std::string format_duration(std::chrono::milliseconds value);
[[nodiscard]] std::string format_size(std::uint64_t bytes);

}  // namespace evald
