#pragma once

namespace evald::service {

/// Makes this process's memory, environment and descriptors unreadable to other processes of its own user, and keeps it
/// from dumping core. First thing in a process that will hold secrets.
void close_to_others();

/// Overwrites the value of each variable that looks like a credential in the memory of this process's environment,
/// where /proc/PID/environ would show it to whoever has our rights. After it has been read, before there are threads.
void wipe_credentials_from_environment();

}  // namespace evald::service
