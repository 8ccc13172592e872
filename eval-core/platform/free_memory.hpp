#pragma once

#include <cstdint>
#include <optional>

namespace evald {

/// How many bytes can be taken before memory is short: what the system calls available, or what is left below the limit
/// of this process's cgroup (v2 or v1), whichever is less. None where neither tells. Reads some small files.
std::optional<std::uint64_t> free_memory();

}  // namespace evald
