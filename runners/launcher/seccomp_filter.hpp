#pragma once

#include "launch_options.hpp"

#include <linux/filter.h>
#include <vector>

namespace launcher {

/// The system calls that cells have no use for are refused; everything else goes. What a runner, its children and
/// ordinary programs need stays; clone3 does not exist for them, as its flags can't be looked at, so that glibc uses
/// clone. Without a network of its own (rlimits) no socket of another kind than NETLINK_ROUTE can be made; socketpair
/// still works.
std::vector<sock_filter> make_seccomp_filter(const LaunchOptions& options);

/// Step, in mode rlimits: puts the filter in force for this process and all that it starts.
int apply_seccomp(const LaunchOptions& options);
/// A descriptor from which bubblewrap can read the filter, not close-on-exec; -1 and errno.
int open_seccomp_program(const LaunchOptions& options);

}  // namespace launcher
