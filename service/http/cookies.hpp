#pragma once

#include "http/request.hpp"

#include <string>
#include <string_view>

namespace evald::service {

/// The value of a cookie of the request; empty when it is absent. Of two by one name the first, which is that of the
/// longest path (RFC 6265 5.4).
std::string cookie_value(const Request& request, std::string_view name);

}  // namespace evald::service
