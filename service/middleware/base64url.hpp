#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evald::service {

/// RFC 4648 5, without padding.
std::string base64url_encoded(std::string_view bytes);
/// Nothing for a character of another alphabet, padding, or an impossible length.
std::optional<std::string> base64url_decoded(std::string_view text);

}  // namespace evald::service
