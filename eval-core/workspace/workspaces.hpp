#pragma once

#include "base/error.hpp"
#include "platform/worker_pool.hpp"
#include "workspace/workspace_files.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <string>
#include <unordered_set>

namespace evald {

/// The sessions' folders. Each has a random name, which its session's record remembers, so that a kernel can stand in
/// one before it is known whose it will be.
///
///     workspaces/NAME       what a session's cells see as their folder
///     artifact-links/NAME   where a kernel that had no session yet looks for artifacts: a link, once it has one
///     uploads/, trash/      on the way in, on the way out
///
/// Loop thread; trees are deleted on a worker.
class Workspaces {
public:
    Workspaces(boost::asio::any_io_executor loop, std::string data_folder, WorkspaceFilesOptions options);

    /// Makes the folders and clears what an earlier process had left over. The error names the folder and the remedy.
    Result<void> prepare();
    /// Deletes every workspace but these.
    void keep_only(const std::unordered_set<std::string>& names);

    /// A new, empty folder (0700); returns its name. unavailable when the disk does not take it.
    Result<std::string> make();
    /// Absolute.
    [[nodiscard]] std::string path(const std::string& name) const { return root_ + "/" + name; }
    [[nodiscard]] bool exists(const std::string& name) const;

    [[nodiscard]] std::string artifacts_link(const std::string& name) const { return links_ + "/" + name; }
    /// Makes that link lead to `artifacts_dir`.
    void link_artifacts(const std::string& name, const std::string& artifacts_dir) const;

    /// Takes it away at once (renamed aside) and deletes the tree behind.
    void discard(const std::string& name);

    [[nodiscard]] WorkspaceFiles& files() { return files_; }
    [[nodiscard]] const WorkspaceFiles& files() const { return files_; }

private:
    void delete_later(std::string path);

    std::string data_, root_, links_, uploads_, trash_;
    WorkerPool deleter_;
    WorkspaceFiles files_;
};

/// A name that make() could have given.
bool is_workspace_name(const std::string& name);

}  // namespace evald
