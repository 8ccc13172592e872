#pragma once

#include <sys/types.h>

namespace launcher {

/// Ends a session's user, whom this process must be already: kills all its other processes, and removes what it has in
/// System V's shared memory, semaphores and queues, in /dev/shm and in /tmp. Never for root: kill(-1) means everybody.
/// False: a process of it still runs.
bool sweep_user(uid_t user);

/// `evald-launcher --sweep=UID [FOLDER]`: becomes that user, ends it, and empties the folder. Exit code 0, or 126, also
/// when something of the user is left.
int run_sweep(int argc, char** argv);

}  // namespace launcher
