#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evald::service {

/// "Tue, 15 Nov 1994 08:12:31 GMT" (RFC 9110 IMF-fixdate) for seconds since 1970.
std::string http_date(std::int64_t seconds);
/// The present, formatted once a second. Loop thread; the view holds until the next call.
std::string_view http_date_now();

}  // namespace evald::service
