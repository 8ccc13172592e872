#include "folder_content.hpp"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace launcher {
namespace {

struct CloseDir {
    void operator()(DIR* dir) const { ::closedir(dir); }
};
using Folder = std::unique_ptr<DIR, CloseDir>;

Folder open_folder(int parent, const char* name) {
    constexpr int k_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int descriptor = ::openat(parent, name, k_flags);
    if (descriptor < 0 && errno == EACCES && ::fchmodat(parent, name, 0700, 0) == 0)
        descriptor = ::openat(parent, name, k_flags);
    if (descriptor < 0) return nullptr;
    ::fchmod(descriptor, 0700);  // without it nothing in there can be removed; fails where it is not ours
    Folder folder(::fdopendir(descriptor));
    if (!folder) ::close(descriptor);
    return folder;
}

bool is_dot(const char* name) { return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0')); }

/// Removes files and empty folders; the name of the first folder that is not empty, or nothing.
std::string remove_what_goes(DIR* folder) {
    const int descriptor = ::dirfd(folder);
    while (const dirent* entry = ::readdir(folder)) {
        if (is_dot(entry->d_name) || ::unlinkat(descriptor, entry->d_name, 0) == 0) continue;
        if (errno != EISDIR && errno != EPERM) continue;
        if (::unlinkat(descriptor, entry->d_name, AT_REMOVEDIR) == 0) continue;
        if (errno == ENOTEMPTY || errno == EEXIST) return entry->d_name;
    }
    return {};
}

}  // namespace

void remove_content(const char* path) {
    Folder folder = open_folder(AT_FDCWD, path);
    std::vector<std::string> way;  // from the top to where we are
    while (folder) {
        std::string inner = remove_what_goes(folder.get());
        if (!inner.empty()) {
            Folder next = open_folder(::dirfd(folder.get()), inner.c_str());
            if (!next) return;
            folder = std::move(next);
            way.push_back(std::move(inner));
            continue;
        }
        if (way.empty()) return;
        Folder outer = open_folder(::dirfd(folder.get()), "..");
        if (!outer || ::unlinkat(::dirfd(outer.get()), way.back().c_str(), AT_REMOVEDIR) != 0) return;
        folder = std::move(outer);
        way.pop_back();
    }
}

void remove_content_of(const char* path, uid_t owner) {
    const int descriptor = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    const Folder folder(::fdopendir(descriptor));
    while (const dirent* entry = ::readdir(folder.get())) {
        struct stat status {};
        if (is_dot(entry->d_name) || ::fstatat(descriptor, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (status.st_uid != owner) continue;
        const std::string inner = std::string(path) + "/" + entry->d_name;
        if (S_ISDIR(status.st_mode)) remove_content(inner.c_str());
        ::unlinkat(descriptor, entry->d_name, S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0);
    }
}

}  // namespace launcher
