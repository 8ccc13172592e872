#pragma once

#include "base/error.hpp"
#include "platform/spawner.hpp"

#include <string>
#include <sys/types.h>
#include <vector>

namespace evald {

/// posix_spawn with what the request says; for the spawner's thread, or for a child without a parent's death signal. May
/// renumber the request's descriptors.
Result<pid_t> posix_spawn_request(SpawnRequest& request);

/// Runs a command with nothing on its descriptors, and waits for it. Whether it has ended with 0. Blocks: for a worker.
bool run_and_wait(std::vector<std::string> argv);

}  // namespace evald
