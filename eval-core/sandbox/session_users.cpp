#include "sandbox/session_users.hpp"

#include <filesystem>
#include <functional>
#include <sys/stat.h>
#include <system_error>

namespace evald {

SessionUsers::SessionUsers(UserRange range, const std::string& seed)
    : first_(static_cast<uid_t>(range.first)), last_(static_cast<uid_t>(range.last)) {
    const std::size_t count = last_ - first_;
    next_ = first_ + 1 + static_cast<uid_t>(std::hash<std::string>{}(seed) % count);
}

void SessionUsers::note_owners_in(const std::string& folder) {
    std::error_code failed;
    const std::lock_guard lock(mutex_);
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        struct stat status {};
        if (::lstat(entry->path().c_str(), &status) == 0 && is_ours(status.st_uid)) taken_.insert(status.st_uid);
    }
}

std::optional<uid_t> SessionUsers::take() {
    const std::lock_guard lock(mutex_);
    for (uid_t tried = first_; tried < last_; ++tried) {
        const uid_t user = next_;
        next_ = next_ == last_ ? first_ + 1 : next_ + 1;
        if (taken_.insert(user).second) return user;
    }
    return std::nullopt;
}

void SessionUsers::give_back(uid_t user) {
    const std::lock_guard lock(mutex_);
    taken_.erase(user);
}

bool SessionUsers::is_ours(uid_t user) const { return user > first_ && user <= last_; }

}  // namespace evald
