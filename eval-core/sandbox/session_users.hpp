#pragma once

#include "config/string_checks.hpp"
#include "platform/unique_fd.hpp"

#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <sys/types.h>

namespace evald {

/// The users that sessions run as: one each, from a range that is nobody else's on this machine.
///
/// Which user a session has is written nowhere but in the owner of its workspace, so that a restart finds it again. A
/// user is given out again only after give_back(), when nothing of it is left. Servers of one machine that share a range
/// keep out of each other's way, as what ends a session's user would end the other's processes: each locks its users'
/// bytes of a file that all open. Any thread.
class SessionUsers {
public:
    /// `seed` spreads servers that share a range over it: the search begins at a place that depends on it. `claims`: the
    /// file of the locks; where it can't be opened, as in a container of one's own, there is nobody to share with.
    SessionUsers(UserRange range, const std::string& seed, const std::string& claims);

    /// Notes the owners of all folders in `folder` as taken.
    void note_owners_in(const std::string& folder);
    /// A free user; nothing when all are taken.
    std::optional<uid_t> take();
    void give_back(uid_t user);
    [[nodiscard]] bool is_ours(uid_t user) const;
    /// For trials before there is a session: the first of the range, never given out.
    [[nodiscard]] uid_t trial_user() const { return first_; }

private:
    /// False: another server has the user.
    [[nodiscard]] bool claim(uid_t user) const;
    void unclaim(uid_t user) const;

    const uid_t first_, last_;
    const UniqueFd claims_;
    std::mutex mutex_;  ///< guards the rest
    uid_t next_;
    std::set<uid_t> taken_;
};

}  // namespace evald
