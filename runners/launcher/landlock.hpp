#pragma once

#include "launch_options.hpp"

namespace launcher {

/// Step, in mode rlimits: of the file system only the system's programs and settings, the runner, the artifacts and
/// what --read names can be read, and only the workspace, /tmp and /dev/shm written. From Landlock ABI 6 on, processes
/// outside can be signalled no more, nor their abstract sockets reached. Does nothing where the kernel has no Landlock.
int apply_landlock(const LaunchOptions& options);

/// Leaves slirp4netns, which is about to take this process and reads whatever a cell sends, the system's programs and
/// settings to read and its device to write; from ABI 6 on nothing outside to signal. 0 or an errno.
int allow_only_translating();

/// The version of Landlock that this kernel has; 0: none.
int landlock_version();

}  // namespace launcher
