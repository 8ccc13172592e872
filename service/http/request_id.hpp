#pragma once

#include <string>
#include <string_view>

namespace evald::service {

/// [A-Za-z0-9._-]{1,128}: what is taken over from a caller's X-Request-Id.
bool is_request_id(std::string_view text);
/// A name for a request that came without a sane one: unique, not secret. Loop thread.
std::string new_request_id();

}  // namespace evald::service
