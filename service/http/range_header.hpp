#pragma once

#include <cstdint>
#include <string_view>

namespace evald::service {

/// What a Range field asks of a representation of known size.
struct RangeChoice {
    enum class Kind : std::uint8_t {
        whole,         ///< no range, a unit other than bytes, several ranges, or a malformed field: answer 200
        part,          ///< answer 206 with [first, first + length)
        unsatisfiable  ///< answer 416
    };
    Kind kind = Kind::whole;
    std::uint64_t first = 0;
    std::uint64_t length = 0;
};

/// RFC 9110 14.2: "bytes=0-99", "bytes=100-", "bytes=-20". `size` is that of the whole in bytes.
RangeChoice choose_range(std::string_view range, std::uint64_t size);

/// Whether a list of entity tags ("*", or tags, weak ones too) names `etag`, which has its quotes. Weak comparison.
bool matches_etag(std::string_view list, std::string_view etag);

}  // namespace evald::service
