#pragma once

#include <cstdint>
#include <vector>

namespace launcher {

/// The IPv4 addresses of this process's network namespace, in network order. False: they can't be told.
bool find_own_addresses(std::vector<std::uint32_t>& found);

/// Makes unreachable, in this process's network namespace, whatever nobody inside has a business with: `own` (the
/// machine's addresses), link-local ones, and where clouds keep their metadata. Needs CAP_NET_ADMIN there. Returns 0 or
/// the errno of a failure.
int close_routes(const std::vector<std::uint32_t>& own);

}  // namespace launcher
