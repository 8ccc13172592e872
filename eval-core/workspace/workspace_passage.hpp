#pragma once

#include <string>
#include <sys/types.h>
#include <system_error>

namespace evald {

/// A folder through which one file or tree goes into a workspace or out of it. It belongs to the workspace's owner, so
/// that the move can be made with that user's rights alone, and lies where no cell finds it. All calls block.
///
/// What goes through it is passage_content(folder).
std::string passage_content(const std::string& folder);

/// The error of mkdir or chown.
std::error_code make_passage(const std::string& folder, uid_t owner);
/// With all that is in it, as the owner's: no link there leads further than the owner could go.
void remove_passage(const std::string& folder);

/// Whose a workspace is; ours where that cannot be told.
uid_t owner_of_workspace(const std::string& workspace);

}  // namespace evald
