#pragma once

#include "platform/unique_fd.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace evald {

/// A process as it was seen: its number and the start time that tells it from a later owner of the number.
struct ProcessRef {
    pid_t pid = 0;
    std::uint64_t start_ticks = 0;  ///< since boot, field 22 of /proc/PID/stat

    friend bool operator==(const ProcessRef&, const ProcessRef&) = default;
};

/// A moment between the starts of processes. Start times count in ticks of 10 ms, too coarse where cells follow each
/// other at once; within a tick the numbers tell, since they are given out in turn.
struct ProcessMoment {
    std::uint64_t boot_ticks = 0;
    pid_t last_pid = 0;  ///< the number given out last; 0: the system does not tell

    /// Costs a microsecond.
    static ProcessMoment now();
    [[nodiscard]] bool is_before_start_of(const ProcessRef& process) const;
};

/// The children of `root`'s threads, their children, and so on, as far as they are still that.
std::vector<ProcessRef> process_tree_below(pid_t root);

/// The first process of bubblewrap's namespace and the program in it, seen from outside.
struct WrappedProcess {
    ProcessRef init;
    ProcessRef program;
};
/// Nothing while `bubblewrap`, a child of ours, has not come so far.
std::optional<WrappedProcess> wrapped_process(pid_t bubblewrap);

/// Every process of session `leader` but the leader: finds what was re-parented (a double fork, a shell's `cmd &`).
std::vector<ProcessRef> session_members(pid_t leader);

/// A descriptor by which to signal exactly this process; empty when it is gone.
UniqueFd open_process(const ProcessRef& process);

/// Calls `visit` with the number of every process that there is.
void for_each_process(const std::function<void(pid_t)>& visit);

/// The environment that a process was started with, "NAME=value" parted by zero bytes; empty when it can't be read.
std::string initial_environment(pid_t pid);

}  // namespace evald
