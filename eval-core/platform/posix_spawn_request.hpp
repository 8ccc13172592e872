#pragma once

#include "base/error.hpp"
#include "platform/spawner.hpp"

#include <sys/types.h>

namespace evald {

/// posix_spawn with what the request says; for the spawner's thread. May renumber the request's descriptors.
Result<pid_t> posix_spawn_request(SpawnRequest& request);

}  // namespace evald
