#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace evald {

/// What a session's cgroups bound.
struct CgroupLimits {
    std::uint64_t memory = 0;     ///< bytes, what its files in memory take included
    std::uint64_t processes = 0;  ///< and threads
};

/// A cgroup for each session's user, where this process may make some: version 2, or version 1's memory and pids.
///
/// They bound what the watch over processes cannot see (files in memory that nobody has mapped) or sees too late, and
/// without a pause. With version 2 each session also gets one share of the processors where those are short, however
/// many processes it has, and the server as much as all of them. Folders are named after this process and the user, so
/// that those of a server that was killed are found and removed by the next one. find() first; then any thread, for
/// different users at a time.
class SessionCgroups {
public:
    /// For root. Leaves nothing behind where it does not work.
    void find(CgroupLimits limits);
    /// Does without them from now on.
    void give_up();
    /// "none", "v1" or "v2".
    [[nodiscard]] std::string kind() const;
    [[nodiscard]] bool are_there() const { return !bases_.empty(); }

    /// The folders that a process of this user enters, made when they are first asked for. Empty: it has to do without.
    [[nodiscard]] std::vector<std::string> folders_of(uid_t user) const;
    /// How many of its processes the system has ended for want of memory.
    [[nodiscard]] std::uint64_t ended_for_memory(uid_t user) const;
    /// After the user's last process.
    void remove(uid_t user) const;
    /// All; when no session's process is left.
    void remove_all() const;

private:
    bool find_second_version();
    void find_first_version();
    [[nodiscard]] bool set_limits(const std::vector<std::string>& folders) const;
    bool take_base(const std::string& parent);

    CgroupLimits limits_;
    bool is_second_version_ = false;
    std::vector<std::string> bases_;  ///< folders in which those of the users are: of version 1 for memory and for pids
    std::string service_;  ///< where this process has moved to, as with version 2 only leaves hold processes; or empty
};

/// The path of `controller` ("": version 2's) in the text of /proc/self/cgroup, "/" for the top; empty: not there.
std::string cgroup_path_in(const std::string& text, const std::string& controller);

}  // namespace evald
