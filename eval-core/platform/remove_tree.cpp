#include "platform/remove_tree.hpp"

#include "platform/unique_fd.hpp"

#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace evald {
namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

std::unique_ptr<DIR, CloseFolder> open_folder(const std::string& path) {
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!fd) return nullptr;
    std::unique_ptr<DIR, CloseFolder> folder(::fdopendir(fd.get()));
    if (folder) (void)fd.release();
    return folder;
}

/// Deletes files, and moves folders beside `path`: so no path grows, and nothing has to be remembered but their names.
void empty_folder(const std::string& path, std::vector<std::string>& moved, const std::string& prefix,
                  std::size_t& count) {
    ::chmod(path.c_str(), S_IRWXU);
    const auto folder = open_folder(path);
    if (!folder) return;
    const int fd = ::dirfd(folder.get());
    while (const dirent* const entry = ::readdir(folder.get())) {
        const char* const name = static_cast<const char*>(entry->d_name);
        if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
        if (::unlinkat(fd, name, 0) == 0 || ::unlinkat(fd, name, AT_REMOVEDIR) == 0) continue;
        // A folder that is moved gets another parent, so its owner must be allowed to write to it.
        [[maybe_unused]] const int unused = ::fchmodat(fd, name, S_IRWXU, 0);
        std::string aside = prefix + "." + std::to_string(++count);
        if (::renameat(fd, name, AT_FDCWD, aside.c_str()) == 0) moved.push_back(std::move(aside));
    }
}

}  // namespace

void remove_tree(const std::string& path) {
    if (::unlink(path.c_str()) == 0) return;
    std::vector<std::string> folders{path};
    std::size_t count = 0;
    while (!folders.empty()) {
        const std::string folder = std::move(folders.back());
        folders.pop_back();
        empty_folder(folder, folders, path, count);
        ::rmdir(folder.c_str());
    }
}

}  // namespace evald
