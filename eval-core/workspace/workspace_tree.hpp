#pragma once

#include "base/error.hpp"
#include "platform/unique_fd.hpp"
#include "workspace/workspace_entry.hpp"
#include "workspace/workspace_path.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace evald {

/// The system calls on a workspace's files. All block: for worker threads. No state, so any number at a time.
///
/// `root` is the workspace's absolute path. Cells of the session may change everything below it at any moment: each call
/// opens what it works on beneath the root and goes on from that descriptor, so no link leads out. Errors: not_found;
/// forbidden where a link leads out, the system denies access, or it is neither file nor folder; invalid_request for a
/// name that the file system does not take; conflict where a file stands in the place of a folder or the other way
/// round; unavailable for a full disk.
struct OpenedEntry {
    WorkspaceEntry entry;
    UniqueFd fd;  ///< for reading
};
Result<OpenedEntry> open_entry(const std::string& root, const WorkspacePath& path);

/// What an open folder at `path` holds, at most `max_entries`. What links lead to counts, as long as that is inside.
Result<WorkspaceFolder> list_folder(const std::string& root, const WorkspacePath& path, UniqueFd folder,
                                    std::size_t max_entries);

/// What stands at `path`; nothing if nothing does or the way to it is not there. A link counts as what it is: `other`.
Result<std::optional<WorkspaceEntry>> look_at(const std::string& root, const WorkspacePath& path);

/// Moves the file `from` to `path`, makes the folders on the way, replaces a file or link that is there unless
/// `only_new`. Returns what then stands there.
Result<WorkspaceEntry> move_in(const std::string& from, const std::string& root, const WorkspacePath& path,
                               bool only_new);

/// Moves a file, link or folder with all it holds out of the workspace, to `to`.
Result<void> move_out(const std::string& root, const WorkspacePath& path, const std::string& to);

/// Walks all of a workspace. Stops, with what it has, once over `enough_files`.
WorkspaceUsage measure_workspace(const std::string& root, std::uint64_t enough_files);

}  // namespace evald
