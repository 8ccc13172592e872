#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evald {

/// Base64 as every reader takes it (RFC 4648, padded, on one line), from what programs write: with white space, without
/// padding, or in the alphabet for URLs. Null if it is none.
std::optional<std::string> canonical_base64(std::string_view text);

/// Of canonical base64.
std::uint64_t base64_decoded_size(std::string_view base64);
std::string decode_base64(std::string_view base64);

}  // namespace evald
