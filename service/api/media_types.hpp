#pragma once

#include <string>
#include <string_view>

namespace evald::service {

/// Nothing that a cell has made can run in our origin, or be framed by a page of it.
inline constexpr std::string_view k_untrusted_policy =
    "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'";

/// The Content-Type that bytes of a type are served with: text gets its charset, what could break out of its header line
/// is application/octet-stream.
std::string served_type(std::string_view mime_type);

/// The type that a file's name tells; application/octet-stream for others.
std::string_view type_of_name(std::string_view file_name);

/// The ending that files of a type have, ".txt"; ".bin" for others.
std::string_view extension_of(std::string_view mime_type);

/// The Content-Disposition: what a browser shows without running it is inline, all else is saved. `file_name` is UTF-8.
std::string disposition(std::string_view mime_type, std::string_view file_name);

}  // namespace evald::service
