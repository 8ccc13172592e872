#pragma once

#include "sandbox/session_cgroups.hpp"
#include "sandbox/session_guard.hpp"
#include "sandbox/session_users.hpp"

#include <memory>
#include <string>

namespace evald {

/// Removes the folder of a session that is over. When it belongs to a session's user, a child process that runs as
/// that user first ends all its other processes and then empties the folder, so that no link in it can lead anywhere
/// where the cell could not have gone; the user becomes free again. Blocks: for a worker thread. Any thread.
class WorkspaceRemoval {
public:
    WorkspaceRemoval(std::string launcher, std::shared_ptr<SessionGuard> guard, std::shared_ptr<SessionCgroups> cgroups)
        : launcher_(std::move(launcher)), guard_(std::move(guard)), cgroups_(std::move(cgroups)) {}

    /// Before the first remove(); without it no folder belongs to a session's user.
    void use(std::shared_ptr<SessionUsers> users) { users_ = std::move(users); }
    void remove(const std::string& folder) const;

private:
    std::string launcher_;
    std::shared_ptr<SessionGuard> guard_;
    std::shared_ptr<SessionCgroups> cgroups_;
    std::shared_ptr<SessionUsers> users_;
};

}  // namespace evald
