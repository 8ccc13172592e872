#include "workspace/workspace_quota.hpp"

#include <algorithm>

namespace evald {
namespace {

constexpr std::chrono::seconds k_known_for{5};

Error no_room(const WorkspaceLimits& limits) {
    return {ErrorCode::payload_too_large, "The workspace would hold more than its " +
                                              std::to_string(limits.max_bytes >> 20U) + " MiB (workspace.max_bytes)."};
}

Error too_many_files(const WorkspaceLimits& limits) {
    return {ErrorCode::payload_too_large, "The workspace would hold more than its " + std::to_string(limits.max_files) +
                                              " files (workspace.max_files)."};
}

std::uint64_t less(std::uint64_t from, std::uint64_t amount) { return from - std::min(from, amount); }

}  // namespace

bool WorkspaceQuota::is_known(const std::string& workspace, TimePoint now) const {
    const auto found = workspaces_.find(workspace);
    return found != workspaces_.end() && found->second.measured_at && now - *found->second.measured_at < k_known_for;
}

void WorkspaceQuota::measured(const std::string& workspace, WorkspaceUsage usage, TimePoint now) {
    forget_old(now);
    Workspace& entry = workspaces_[workspace];
    entry.used = usage;
    entry.measured_at = now;
}

void WorkspaceQuota::outdated(const std::string& workspace) {
    const auto found = workspaces_.find(workspace);
    if (found != workspaces_.end()) found->second.measured_at.reset();
}

Result<void> WorkspaceQuota::begin(const std::string& workspace, bool is_new) {
    Workspace& entry = workspaces_[workspace];
    const std::uint64_t more = is_new ? 1 : 0;
    if (entry.used.files + entry.reserved.files + more > limits_.max_files) return too_many_files(limits_);
    entry.reserved.files += more;
    ++entry.uploads;
    ++uploads_;
    return {};
}

Result<void> WorkspaceQuota::reserve(const std::string& workspace, std::uint64_t bytes, std::uint64_t replaced) {
    Workspace& entry = workspaces_[workspace];
    const std::uint64_t taken = less(entry.used.bytes + entry.reserved.bytes, replaced);
    if (bytes > less(limits_.max_bytes, taken)) return no_room(limits_);
    entry.reserved.bytes += bytes;
    reserved_bytes_ += bytes;
    return {};
}

void WorkspaceQuota::end(const std::string& workspace, std::uint64_t reserved, std::uint64_t replaced, bool is_new,
                         bool is_kept) {
    Workspace& entry = workspaces_[workspace];
    entry.reserved.bytes = less(entry.reserved.bytes, reserved);
    entry.reserved.files = less(entry.reserved.files, is_new ? 1 : 0);
    reserved_bytes_ = less(reserved_bytes_, reserved);
    if (is_kept) {
        entry.used.bytes = less(entry.used.bytes + reserved, replaced);
        entry.used.files += is_new ? 1 : 0;
    }
    if (entry.uploads > 0) --entry.uploads;
    if (uploads_ > 0) --uploads_;
}

void WorkspaceQuota::forget_old(TimePoint now) {
    std::erase_if(workspaces_, [now](const auto& item) {
        const auto& at = item.second.measured_at;
        return item.second.uploads == 0 && (!at || now - *at >= k_known_for);
    });
}

}  // namespace evald
