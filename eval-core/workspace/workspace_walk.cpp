#include "base/utf8.hpp"
#include "platform/open_beneath.hpp"
#include "workspace/workspace_errors.hpp"
#include "workspace/workspace_tree.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace evald {
namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// Calls `visit` with the folder's descriptor and each name in it, until it returns false.
bool for_each_name(UniqueFd fd, const std::function<bool(int, const char*)>& visit) {
    const std::unique_ptr<DIR, CloseFolder> folder(::fdopendir(fd.get()));
    if (!folder) return false;
    const int number = fd.release();
    while (const dirent* const entry = ::readdir(folder.get())) {
        const char* const name = static_cast<const char*>(entry->d_name);
        if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
        if (!visit(number, name)) break;
    }
    return true;
}

std::string valid_utf8(std::string_view bytes) {
    if (is_valid_utf8(bytes)) return std::string(bytes);
    std::string text;
    Utf8Decoder decoder;
    decoder.decode(bytes, text);
    decoder.flush(text);
    return text;
}

/// What a link leads to, if that lies inside.
bool look_through_link(int root, const std::string& path, struct stat& status) {
    const UniqueFd target = open_beneath(root, path, O_PATH);
    return target && ::fstat(target.get(), &status) == 0;
}

}  // namespace

Result<WorkspaceFolder> list_folder(const std::string& root, const WorkspacePath& path, UniqueFd folder,
                                    std::size_t max_entries) {
    const UniqueFd base(::open(root.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const std::string prefix = path.is_root() ? std::string() : path.text() + "/";
    WorkspaceFolder list;
    const bool is_read = for_each_name(std::move(folder), [&](int fd, const char* name) {
        if (list.entries.size() == max_entries) {
            list.is_cut = true;
            return false;
        }
        struct stat status {};
        if (::fstatat(fd, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return true;  // gone since
        if (S_ISLNK(status.st_mode)) look_through_link(base.get(), prefix + name, status);
        list.entries.push_back(entry_from_stat(valid_utf8(name), status));
        return true;
    });
    if (!is_read) return workspace_error(errno);
    std::ranges::sort(list.entries, {}, &WorkspaceEntry::name);
    return list;
}

WorkspaceUsage measure_workspace(const std::string& root, std::uint64_t enough_files) {
    constexpr std::uint64_t k_block = 512;
    WorkspaceUsage usage;
    const UniqueFd base(::open(root.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    std::vector<std::string> folders{"."};
    while (!folders.empty() && usage.files <= enough_files) {
        const std::string folder = std::move(folders.back());
        folders.pop_back();
        UniqueFd fd = open_beneath(base.get(), folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (!fd) continue;  // gone, or closed to its owner: what it holds is not counted
        for_each_name(std::move(fd), [&](int number, const char* name) {
            struct stat status {};
            if (::fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return true;
            usage.bytes += static_cast<std::uint64_t>(status.st_blocks) * k_block;
            if (S_ISDIR(status.st_mode)) folders.push_back((folder + "/").append(name));
            return ++usage.files <= enough_files;
        });
    }
    return usage;
}

}  // namespace evald
