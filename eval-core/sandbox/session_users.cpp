#include "sandbox/session_users.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <sys/stat.h>
#include <system_error>

namespace evald {
namespace {

/// The lock of a user's byte belongs to the open file: it goes when the server does, however that ends.
bool set_lock(int file, uid_t user, short kind) {
    struct flock lock {};
    lock.l_type = kind;
    lock.l_whence = SEEK_SET;
    lock.l_start = static_cast<off_t>(user);
    lock.l_len = 1;
    return ::fcntl(file, F_OFD_SETLK, &lock) == 0;
}

}  // namespace

SessionUsers::SessionUsers(UserRange range, const std::string& seed, const std::string& claims)
    : first_(static_cast<uid_t>(range.first)),
      last_(static_cast<uid_t>(range.last)),
      claims_(::open(claims.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    const std::size_t count = last_ - first_;
    next_ = first_ + 1 + static_cast<uid_t>(std::hash<std::string>{}(seed) % count);
}

void SessionUsers::note_owners_in(const std::string& folder) {
    std::error_code failed;
    const std::lock_guard lock(mutex_);
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        struct stat status {};
        if (::lstat(entry->path().c_str(), &status) == 0 && is_ours(status.st_uid)) {
            taken_.insert(status.st_uid);
            (void)claim(status.st_uid);
        }
    }
}

std::optional<uid_t> SessionUsers::take() {
    const std::lock_guard lock(mutex_);
    for (uid_t tried = first_; tried < last_; ++tried) {
        const uid_t user = next_;
        next_ = next_ == last_ ? first_ + 1 : next_ + 1;
        if (taken_.contains(user) || !claim(user)) continue;
        taken_.insert(user);
        return user;
    }
    return std::nullopt;
}

void SessionUsers::give_back(uid_t user) {
    const std::lock_guard lock(mutex_);
    taken_.erase(user);
    unclaim(user);
}

bool SessionUsers::claim(uid_t user) const {
    return !claims_ || set_lock(claims_.get(), user, F_WRLCK) || (errno != EAGAIN && errno != EACCES);
}

void SessionUsers::unclaim(uid_t user) const {
    if (claims_) (void)set_lock(claims_.get(), user, F_UNLCK);
}

bool SessionUsers::is_ours(uid_t user) const { return user > first_ && user <= last_; }

}  // namespace evald
