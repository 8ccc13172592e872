#pragma once

#include "base/error.hpp"
#include "platform/atomic_file.hpp"
#include "platform/worker_pool.hpp"
#include "workspace/workspace_path.hpp"
#include "workspace/workspace_quota.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <string>

namespace evald {

/// A file on its way into a workspace: written piece by piece outside of it, then moved in whole, in one step.
///
/// Made by WorkspaceFiles, which outlives it. Destroyed without commit(): nothing of it stays. Loop thread; bytes are
/// written by the worker pool, and write() returns once they are, so that the sender is held back by the disk.
class WorkspaceUpload {
public:
    struct Target {
        std::string workspace;
        WorkspacePath path;
        std::string passage;         ///< the folder that it is written in (workspace_passage.hpp)
        bool is_new = true;          ///< nothing stands at its place
        bool only_new = false;       ///< and nothing may when it comes
        std::uint64_t replaced = 0;  ///< bytes of the file that stands there
    };
    WorkspaceUpload(Target target, WorkspaceQuota& quota, WorkerPool& pool);
    ~WorkspaceUpload();
    WorkspaceUpload(const WorkspaceUpload&) = delete;
    WorkspaceUpload& operator=(const WorkspaceUpload&) = delete;

    /// Room for all of it, when its size is known before: refuses early, and write() reserves no more.
    Result<void> reserve_all(std::uint64_t bytes);
    /// payload_too_large over the quota, unavailable for a full disk; nothing can follow a failure.
    boost::asio::awaitable<Result<void>> write(std::string bytes);
    /// What then stands there. not_found when the workspace is gone meanwhile.
    boost::asio::awaitable<Result<WorkspaceEntry>> commit();
    /// False: it replaces a file.
    [[nodiscard]] bool is_new() const { return target_.is_new; }

private:
    Result<void> reserve(std::uint64_t bytes);

    Target target_;
    WorkspaceQuota& quota_;
    WorkerPool& pool_;
    std::shared_ptr<AtomicFile> file_;  // touched only by the job that is on
    std::uint64_t written_ = 0;
    std::uint64_t reserved_ = 0;
    bool is_kept_ = false;
};

}  // namespace evald
