#pragma once

#include "base/error.hpp"
#include "platform/file_reader.hpp"
#include "platform/worker_pool.hpp"
#include "workspace/workspace_entry.hpp"
#include "workspace/workspace_path.hpp"
#include "workspace/workspace_quota.hpp"
#include "workspace/workspace_upload.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace evald {

/// What open() found: a file to read, or a folder's list.
struct WorkspaceItem {
    WorkspaceEntry entry;
    std::unique_ptr<FileReader> file;  ///< null: a folder
    WorkspaceFolder folder;
};

struct WorkspaceFilesOptions {
    WorkspaceLimits limits;
    std::size_t list_entries = 10'000;
};

/// The files of workspaces, for those who are no cells: reads, lists, writes and deletes them beneath the workspace's
/// root. Errors are those of workspace_tree.hpp. Loop thread; the disk's work is done by two workers of its own, so that
/// nothing else waits for it. Outlives its uploads and readers.
class WorkspaceFiles {
public:
    /// `discard` deletes what was moved aside, sometime.
    WorkspaceFiles(boost::asio::any_io_executor loop, WorkspaceFilesOptions options, std::string uploads_folder,
                   std::string trash_folder, std::function<void(std::string)> discard);

    /// The absolute paths of both folders; they must lie on the workspaces' file system.
    void set_folders(std::string uploads, std::string trash);

    boost::asio::awaitable<Result<WorkspaceItem>> open(std::string workspace, WorkspacePath path);
    /// `size`: of all of it, when that is known. `only_new`: conflict if something is there.
    boost::asio::awaitable<Result<std::unique_ptr<WorkspaceUpload>>> begin_upload(std::string workspace,
                                                                                  WorkspacePath path,
                                                                                  std::optional<std::uint64_t> size,
                                                                                  bool only_new);
    /// A file, a link itself, or a folder with all it holds. The root cannot be: invalid_request.
    boost::asio::awaitable<Result<void>> remove(std::string workspace, WorkspacePath path);

    [[nodiscard]] const WorkspaceQuota& quota() const { return quota_; }

private:
    boost::asio::awaitable<void> measure(std::string workspace);

    WorkspaceFilesOptions options_;
    std::string uploads_, trash_;
    std::function<void(std::string)> discard_;
    WorkspaceQuota quota_;
    WorkerPool pool_;
};

}  // namespace evald
