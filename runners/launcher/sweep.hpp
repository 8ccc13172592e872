#pragma once

#include <sys/types.h>

namespace launcher {

/// Ends a session's user, whom this process must be already: kills all its other processes, and removes what it has in
/// System V's shared memory, semaphores and queues, in /dev/shm and in /tmp. Never for root: kill(-1) means everybody.
void sweep_user(uid_t user);

/// `evald-launcher --sweep=UID [FOLDER]`: becomes that user, ends it, and empties the folder. Exit code 0, or 126.
int run_sweep(int argc, char** argv);

}  // namespace launcher
