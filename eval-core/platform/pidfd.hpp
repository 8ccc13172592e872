#pragma once

#include "platform/exit_status.hpp"
#include "platform/unique_fd.hpp"

#include <optional>
#include <sys/types.h>

namespace evald {

/// Empty when there is no such process or no descriptor to be had (errno says which). Close-on-exec, non-blocking.
UniqueFd pidfd_for(pid_t pid);
/// False when the process is gone.
bool pidfd_signal(int pidfd, int number);
/// How a child ended, which stays a zombie; nothing while it runs.
std::optional<ExitStatus> pidfd_peek_exit(int pidfd);
/// Removes a child that has ended. Never blocks; false while it runs.
bool pidfd_reap(int pidfd);

}  // namespace evald
