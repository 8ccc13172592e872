#include "workspace/workspace_tree.hpp"

#include "platform/acting_as_user.hpp"
#include "platform/open_beneath.hpp"
#include "workspace/workspace_errors.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace evald {
namespace {

/// The workspace's folder; while it is open this thread has its owner's rights and no others.
class Root {
public:
    explicit Root(const std::string& path)
        : fd_(::open(path.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)), rights_(owner_of(fd_)) {}
    explicit operator bool() const { return static_cast<bool>(fd_); }
    [[nodiscard]] int get() const { return fd_.get(); }

private:
    static uid_t owner_of(const UniqueFd& fd) {
        struct stat status {};
        return fd && ::fstat(fd.get(), &status) == 0 ? status.st_uid : 0;
    }
    UniqueFd fd_;
    ActingAsUser rights_;
};

/// "." is the root itself.
std::string beneath(const std::string& text) { return text.empty() ? "." : text; }

UniqueFd open_folder(int root, const std::string& path) {
    return open_beneath(root, beneath(path), O_PATH | O_DIRECTORY);
}

/// The folder at `path`, made with those on its way where they are not there.
UniqueFd make_folders(int root, const std::string& path) {
    UniqueFd folder = open_folder(root, path);
    if (folder || errno != ENOENT) return folder;
    UniqueFd parent = open_folder(root, {});
    for (std::size_t end = 0; parent && end != std::string::npos;) {
        const std::size_t begin = end == 0 ? 0 : end + 1;
        end = path.find('/', begin);
        const std::string name = path.substr(begin, end - begin);
        constexpr mode_t k_mode = 0755;
        if (::mkdirat(parent.get(), name.c_str(), k_mode) != 0 && errno != EEXIST) return {};
        // From the root, so that a link on the way may lead up as long as it stays inside.
        parent = open_folder(root, path.substr(0, end));
    }
    return parent;
}

}  // namespace

Result<OpenedEntry> open_entry(const std::string& root, const WorkspacePath& path) {
    const Root base(root);
    if (!base) return workspace_error(ENOENT);
    // Not blocking: a cell may have put a pipe there.
    const int folder_only = path.asks_for_folder() ? O_DIRECTORY : 0;
    UniqueFd fd = open_beneath(base.get(), beneath(path.text()), O_RDONLY | O_NONBLOCK | O_NOCTTY | folder_only);
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0) return workspace_error(errno);
    OpenedEntry opened;
    opened.entry = entry_from_stat(path.name(), status);
    opened.fd = std::move(fd);
    if (opened.entry.kind == WorkspaceEntry::Kind::other) return workspace_error(ENXIO);
    return opened;
}

Result<std::optional<WorkspaceEntry>> look_at(const std::string& root, const WorkspacePath& path) {
    const Root base(root);
    if (!base) return workspace_error(ENOENT);
    const std::string name = beneath(path.name());
    const UniqueFd folder = open_folder(base.get(), path.parent());
    struct stat status {};
    if (folder && ::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
        return std::optional(entry_from_stat(name, status));
    if (errno == ENOENT) return std::optional<WorkspaceEntry>();
    return workspace_error_of_change(errno);
}

Result<WorkspaceEntry> move_in(const std::string& from, const std::string& root, const WorkspacePath& path,
                               bool only_new) {
    const Root base(root);
    if (!base) return workspace_error(ENOENT);
    const std::string name = path.name();
    const UniqueFd folder = make_folders(base.get(), path.parent());
    if (!folder) return workspace_error_of_change(errno);
    // Taken before the move: afterwards somebody else's file may stand there.
    struct stat status {};
    if (::lstat(from.c_str(), &status) != 0) return workspace_error_of_change(errno);
    const unsigned flags = only_new ? RENAME_NOREPLACE : 0;
    if (::renameat2(AT_FDCWD, from.c_str(), folder.get(), name.c_str(), flags) != 0)
        return workspace_error_of_change(errno);
    return entry_from_stat(name, status);
}

Result<void> move_out(const std::string& root, const WorkspacePath& path, const std::string& to) {
    const Root base(root);
    if (!base) return workspace_error(ENOENT);
    const UniqueFd folder = open_folder(base.get(), path.parent());
    if (!folder) return workspace_error(errno);
    const std::string name = path.name();
    const int what = path.asks_for_folder() ? O_DIRECTORY : 0;
    const UniqueFd there(::openat(folder.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC | what));
    if (!there) return workspace_error(errno);
    if (::renameat(folder.get(), name.c_str(), AT_FDCWD, to.c_str()) == 0) return {};
    // To get another parent a folder must let its owner write to it.
    if (errno != EACCES || ::fchmodat(folder.get(), name.c_str(), S_IRWXU, 0) != 0) return workspace_error(errno);
    if (::renameat(folder.get(), name.c_str(), AT_FDCWD, to.c_str()) != 0) return workspace_error(errno);
    return {};
}

}  // namespace evald
