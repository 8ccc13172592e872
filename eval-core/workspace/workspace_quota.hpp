#pragma once

#include "base/error.hpp"
#include "workspace/workspace_entry.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace evald {

/// workspace.max_bytes and workspace.max_files.
struct WorkspaceLimits {
    std::uint64_t max_bytes = 1ULL << 30U;
    std::uint64_t max_files = 20'000;
};

/// Keeps uploads within a workspace's limits. Pure: no disk, no clock.
///
/// What a workspace takes up is measured by walking it, which is remembered for some seconds and brought forward by what
/// is uploaded meanwhile; cells write as they like, and count at the next measurement. Room is reserved before bytes are
/// written, so that uploads at the same time do not pass the limit together. Workspaces are named by their paths.
class WorkspaceQuota {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    explicit WorkspaceQuota(WorkspaceLimits limits) : limits_(limits) {}

    /// False: measure it and tell measured() before an upload begins.
    [[nodiscard]] bool is_known(const std::string& workspace, TimePoint now) const;
    void measured(const std::string& workspace, WorkspaceUsage usage, TimePoint now);
    /// Something was deleted: what is known no longer counts.
    void outdated(const std::string& workspace);

    /// An upload begins, which will put one more file there unless it replaces one. payload_too_large, and then nothing
    /// has begun.
    Result<void> begin(const std::string& workspace, bool is_new);
    /// Reserves bytes for it. `replaced`: the bytes of the file that will go when it comes.
    Result<void> reserve(const std::string& workspace, std::uint64_t bytes, std::uint64_t replaced);
    /// The upload is over: its reservation becomes what is used (`is_kept`) or is given back.
    void end(const std::string& workspace, std::uint64_t reserved, std::uint64_t replaced, bool is_new, bool is_kept);

    [[nodiscard]] const WorkspaceLimits& limits() const { return limits_; }
    [[nodiscard]] std::uint64_t reserved_bytes() const { return reserved_bytes_; }
    [[nodiscard]] std::size_t uploads() const { return uploads_; }

private:
    struct Workspace {
        WorkspaceUsage used;
        WorkspaceUsage reserved;
        std::optional<TimePoint> measured_at;
        std::size_t uploads = 0;
    };
    void forget_old(TimePoint now);

    WorkspaceLimits limits_;
    std::unordered_map<std::string, Workspace> workspaces_;
    std::uint64_t reserved_bytes_ = 0;
    std::size_t uploads_ = 0;
};

}  // namespace evald
