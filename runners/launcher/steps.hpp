#pragma once

#include "launch_options.hpp"

namespace launcher {

/// One step between fork and exec: 0, or the errno by which it failed.
using Step = int (*)(const LaunchOptions& options);

/// Leaves 0 to 4 to the runner; whatever else was inherited ends at exec.
int close_other_descriptors(const LaunchOptions& options);
/// A session of its own: its members are found by it, and no terminal can signal them.
int start_session(const LaunchOptions& options);
/// What it makes is for its owner only; it is the first to go when memory is short (best effort); it dumps no core.
int set_process_defaults(const LaunchOptions& options);
/// Enters the cgroups that the service has made for the session.
int enter_cgroups(const LaunchOptions& options);
/// Becomes the session's user and group, without any other group and for good.
int become_user(const LaunchOptions& options);
/// A sandbox around root would be none: bubblewrap's payload could write the machine's kernel settings.
int refuse_root(const LaunchOptions& options);
/// SIGKILL when the service's spawner thread ends, and now if the service is gone already.
int die_with_parent(const LaunchOptions& options);
int forbid_new_privileges(const LaunchOptions& options);
/// The limits of the command line, or the hard limits that are in force where those are lower.
int set_resource_limits(const LaunchOptions& options);
/// No signal blocked, none ignored: those may have been inherited over exec.
int reset_signals(const LaunchOptions& options);
int enter_workspace(const LaunchOptions& options);

}  // namespace launcher
