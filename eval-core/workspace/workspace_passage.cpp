#include "workspace/workspace_passage.hpp"

#include "platform/acting_as_user.hpp"
#include "platform/remove_tree.hpp"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace evald {

std::string passage_content(const std::string& folder) { return folder + "/content"; }

std::error_code make_passage(const std::string& folder, uid_t owner) {
    if (::mkdir(folder.c_str(), S_IRWXU) != 0) return {errno, std::generic_category()};
    if (owner == ::geteuid() || ::lchown(folder.c_str(), owner, owner) == 0) return {};
    const int error = errno;
    ::rmdir(folder.c_str());
    return {error, std::generic_category()};
}

void remove_passage(const std::string& folder) {
    {
        const ActingAsUser rights(owner_of_workspace(folder));
        remove_tree(passage_content(folder));
    }
    ::rmdir(folder.c_str());
}

uid_t owner_of_workspace(const std::string& workspace) {
    struct stat status {};
    return ::lstat(workspace.c_str(), &status) == 0 ? status.st_uid : ::geteuid();
}

}  // namespace evald
