#pragma once

#include "launch_options.hpp"

namespace launcher {

/// Where things are within bubblewrap's namespaces.
inline constexpr const char* k_inner_workspace = "/workspace";
inline constexpr const char* k_inner_artifacts = "/artifacts";

/// Becomes bubblewrap, which runs the program in namespaces of its own: user, processes, IPC, host name and, unless
/// --network is given, network. Of the file system it sees the system's programs, read-only; the workspace; the
/// artifacts and what --read names, read-only; and /tmp, /dev/shm and /dev of its own. Returns the errno of a failure.
int become_bubblewrap(const LaunchOptions& options);

}  // namespace launcher
