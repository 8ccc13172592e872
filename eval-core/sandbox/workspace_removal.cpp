#include "sandbox/workspace_removal.hpp"

#include "platform/posix_spawn_request.hpp"
#include "platform/remove_tree.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace evald {

void WorkspaceRemoval::remove(const std::string& folder) const {
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0) return;
    if (users_ == nullptr || !users_->is_ours(status.st_uid)) {
        remove_tree(folder);
        return;
    }
    const bool is_swept = run_and_wait({launcher_, "--sweep=" + std::to_string(status.st_uid), folder});
    // Its content may be gone and its user not: then that one is never used again while this process lives.
    if (::rmdir(folder.c_str()) != 0 || !is_swept) return;
    cgroups_->remove(status.st_uid);
    guard_->forget(status.st_uid);
    users_->give_back(status.st_uid);
}

}  // namespace evald
