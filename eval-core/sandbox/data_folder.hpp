#pragma once

#include "base/error.hpp"

#include <string>
#include <sys/types.h>

namespace evald {

/// Makes the data folder and lets sessions' users pass through it (not look into it) to what is theirs. Fails, naming
/// the folder and the remedy, when one above it lets nobody pass. For root, at start.
Result<void> open_data_folder_to_users(const std::string& data);

/// Makes the folder and all that is in it the user's. Only while none of its own processes runs. False: errno says why.
bool give_folder(const std::string& folder, uid_t user);

/// Lets a session's user, by its group, read what the service has put into this folder and will put there.
void let_group_read(const std::string& folder, gid_t group);

}  // namespace evald
