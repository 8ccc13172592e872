#pragma once

#include "base/error.hpp"
#include "platform/worker_pool.hpp"
#include "workspace/workspace_files.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <string>
#include <unordered_set>

namespace evald {

/// What those who start kernels do with workspaces.
struct WorkspaceCare {
    /// Gives a new one, still empty, to whom its kernels will run as. Loop thread.
    std::function<Result<void>(const std::string& folder)> own;
    /// Deletes one whose session is over. On a worker.
    std::function<void(const std::string& folder)> remove;
};

/// The sessions' folders. Each has a random name, which its session's record remembers, so that a kernel can stand in
/// one before it is known whose it will be.
///
///     workspaces/NAME       what a session's cells see as their folder
///     artifact-links/NAME   where a kernel that had no session yet looks for artifacts: an empty folder, which
///                           becomes its session's, and then a link to that
///     uploads/, removed/    files on the way in and out, in folders that belong to their workspace's owner
///     trash/                workspaces on the way out
///
/// Loop thread; trees are deleted on a worker.
class Workspaces {
public:
    Workspaces(boost::asio::any_io_executor loop, std::string data_folder, WorkspaceFilesOptions options,
               WorkspaceCare care);

    /// Makes the folders and clears what an earlier process had left over. The error names the folder and the remedy.
    Result<void> prepare();
    /// Deletes every workspace but these.
    void keep_only(const std::unordered_set<std::string>& names);

    /// A new, empty folder (0700); returns its name. unavailable when the disk does not take it.
    Result<std::string> make();
    /// Absolute.
    [[nodiscard]] std::string path(const std::string& name) const { return root_ + "/" + name; }
    [[nodiscard]] bool exists(const std::string& name) const;

    /// Its absolute path, for a kernel without a session.
    [[nodiscard]] std::string make_artifacts_place(const std::string& name) const;
    /// Makes what is there `artifacts_dir`, whose content the kernel then sees. False: that has a content already, and
    /// the kernel will not see it.
    [[nodiscard]] bool link_artifacts(const std::string& name, const std::string& artifacts_dir) const;

    /// Takes it away at once (renamed aside) and deletes the tree behind.
    void discard(const std::string& name);

    [[nodiscard]] WorkspaceFiles& files() { return files_; }
    [[nodiscard]] const WorkspaceFiles& files() const { return files_; }

private:
    [[nodiscard]] std::string artifacts_link(const std::string& name) const { return links_ + "/" + name; }
    void remove_later(std::string workspace);
    void empty_passages();

    std::string data_, root_, links_, uploads_, removed_, trash_;
    WorkspaceCare care_;
    WorkerPool deleter_;
    WorkspaceFiles files_;
};

/// A name that make() could have given.
bool is_workspace_name(const std::string& name);

}  // namespace evald
