#include "platform/open_beneath.hpp"

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace evald {
namespace {

UniqueFd open_by_system(int root, const std::string& path, int flags, mode_t mode) {
    open_how how{};
    how.flags = static_cast<__u64>(flags);
    how.mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    // EAGAIN: a folder on the way was renamed just now, and nobody can tell whether the path still stays below.
    constexpr int k_attempts = 16;
    for (int attempt = 0; attempt < k_attempts; ++attempt) {
        UniqueFd fd(static_cast<int>(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
        if (fd || (errno != EAGAIN && errno != EINTR)) return fd;
    }
    return {};
}

/// Step by step; a link anywhere is ELOOP.
UniqueFd open_without_links(int root, const std::string& path, int flags, mode_t mode) {
    UniqueFd folder;
    std::size_t begin = 0;
    while (true) {
        const std::size_t slash = path.find('/', begin);
        const std::string name = path.substr(begin, slash - begin);
        if (name == "..") {
            errno = EXDEV;
            return {};
        }
        const int from = folder ? folder.get() : root;
        if (slash == std::string::npos) return UniqueFd(::openat(from, name.c_str(), flags | O_NOFOLLOW, mode));
        UniqueFd next(::openat(from, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!next) return {};
        folder = std::move(next);
        begin = slash + 1;
    }
}

}  // namespace

UniqueFd open_beneath(int root, const std::string& path, int flags, mode_t mode) {
    UniqueFd fd = open_by_system(root, path, flags | O_CLOEXEC, mode);
    // Older systems do not know the call; some containers' filters refuse it.
    if (!fd && (errno == ENOSYS || errno == EPERM)) return open_without_links(root, path, flags | O_CLOEXEC, mode);
    return fd;
}

}  // namespace evald
