#include "kernel/usage_elsewhere.hpp"

#include "platform/acting_as_user.hpp"
#include "platform/remove_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace evald {
namespace {

constexpr std::uint64_t k_block = 512;

struct CloseDir {
    void operator()(DIR* dir) const { ::closedir(dir); }
};

/// Calls `look(name, status)` for each entry, links not followed or, where asked, followed.
template <class Look>
void for_each_entry(const std::string& folder, int flags, Look look) {
    const std::unique_ptr<DIR, CloseDir> entries(::opendir(folder.c_str()));
    if (!entries) return;
    while (const dirent* const entry = ::readdir(entries.get())) {
        struct stat status {};
        const std::string name = entry->d_name;
        if (name == "." || name == ".." || ::fstatat(::dirfd(entries.get()), entry->d_name, &status, flags) != 0)
            continue;
        look(name, status);
    }
}

std::uint64_t bytes_of(const struct stat& status) { return static_cast<std::uint64_t>(status.st_blocks) * k_block; }

}  // namespace

FolderUsage usage_in_shared_folder(const std::string& folder, uid_t user, std::uint64_t max_files) {
    FolderUsage all;
    for_each_entry(folder, AT_SYMLINK_NOFOLLOW, [&](const std::string& name, const struct stat& status) {
        if (status.st_uid != user || all.files > max_files) return;
        ++all.files;
        all.bytes += bytes_of(status);
        if (!S_ISDIR(status.st_mode)) return;
        const FolderUsage inner = usage_of_folder(folder + "/" + name, max_files, user);
        all.files += inner.files;
        all.bytes += inner.bytes;
        all.is_too_deep = all.is_too_deep || inner.is_too_deep;
    });
    return all;
}

void empty_of_user(const std::string& folder, uid_t user) {
    std::vector<std::string> own;
    for_each_entry(folder, AT_SYMLINK_NOFOLLOW, [&](const std::string& name, const struct stat& status) {
        if (status.st_uid == user) own.push_back(folder + "/" + name);
    });
    const ActingAsUser rights(user);
    for (const std::string& path : own) remove_tree(path);
}

std::uint64_t bytes_of_deleted_files(const ProcessUsage& usage, uid_t user) {
    // Root in a container may lack the right to look into others' processes; their own user has it.
    const ActingAsUser rights(user);
    std::set<std::pair<dev_t, ino_t>> seen;
    std::uint64_t bytes = 0;
    for (const pid_t pid : usage.processes) {
        const std::string descriptors = "/proc/" + std::to_string(pid) + "/fd";
        for_each_entry(descriptors, 0, [&](const std::string&, const struct stat& status) {
            if (!S_ISREG(status.st_mode) || status.st_nlink > 0) return;
            if (seen.emplace(status.st_dev, status.st_ino).second) bytes += bytes_of(status);
        });
    }
    return bytes;
}

}  // namespace evald
