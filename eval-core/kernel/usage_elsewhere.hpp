#pragma once

#include "kernel/process_usage.hpp"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace evald {

/// What a user has in a folder that all share, such as /tmp: what is its own there, with all that lies in it. Stops
/// above `max_files`.
FolderUsage usage_in_shared_folder(const std::string& folder, uid_t user, std::uint64_t max_files);

/// Removes all that, with the user's own rights. Without it a session that has filled such a folder would be over its limit
/// for good, as only its kernels reach there.
void empty_of_user(const std::string& folder, uid_t user);

/// The bytes of files that these processes of one user hold open and that stand in no folder any more, each once.
std::uint64_t bytes_of_deleted_files(const ProcessUsage& usage, uid_t user);

}  // namespace evald
