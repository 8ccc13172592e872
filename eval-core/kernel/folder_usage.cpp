#include "kernel/process_usage.hpp"

#include "platform/acting_as_user.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace evald {
namespace {

constexpr std::size_t k_max_depth = 100;
constexpr std::uint64_t k_block = 512;

struct CloseDir {
    void operator()(DIR* dir) const { ::closedir(dir); }
};
using Folder = std::unique_ptr<DIR, CloseDir>;

Folder open_folder(int parent, const char* name) {
    const int descriptor = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return nullptr;
    Folder folder(::fdopendir(descriptor));
    if (!folder) ::close(descriptor);
    return folder;
}

bool is_dot(const char* name) { return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0')); }

}  // namespace

FolderUsage usage_of_folder(const std::string& path, std::uint64_t max_files, uid_t user) {
    // Root in a container may lack the right to look into other users' folders. Where it has it, it sees also what the
    // user has closed to itself.
    const bool can_look = ::access(path.c_str(), R_OK | X_OK) == 0;
    const ActingAsUser rights(can_look ? 0 : user);
    FolderUsage usage;
    std::vector<Folder> way;
    way.push_back(open_folder(AT_FDCWD, path.c_str()));
    if (!way.back()) return usage;
    while (!way.empty() && usage.files <= max_files) {
        const dirent* const entry = ::readdir(way.back().get());
        if (entry == nullptr) {
            way.pop_back();
            continue;
        }
        struct stat status {};
        const int here = ::dirfd(way.back().get());
        if (is_dot(entry->d_name) || ::fstatat(here, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        ++usage.files;
        usage.bytes += static_cast<std::uint64_t>(status.st_blocks) * k_block;
        if (!S_ISDIR(status.st_mode)) continue;
        if (way.size() == k_max_depth) {
            usage.is_too_deep = true;
            return usage;
        }
        if (Folder inner = open_folder(here, entry->d_name)) way.push_back(std::move(inner));
    }
    return usage;
}

}  // namespace evald
