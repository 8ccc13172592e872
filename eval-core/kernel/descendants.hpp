#pragma once

#include "platform/unique_fd.hpp"

#include <cstdint>
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

/// Clock ticks since boot, comparable with ProcessRef::start_ticks.
std::uint64_t boot_ticks_now();

/// The children of `root`'s threads, their children, and so on, as far as they are still that.
std::vector<ProcessRef> process_tree_below(pid_t root);

/// Every process of session `leader` but the leader: finds what was re-parented (a double fork, a shell's `cmd &`).
std::vector<ProcessRef> session_members(pid_t leader);

/// A descriptor by which to signal exactly this process; empty when it is gone.
UniqueFd open_process(const ProcessRef& process);

/// SIGKILLs whatever carries EVAL_KERNEL_ID=`mark` in the environment that it was started with: finds daemons that left
/// both tree and session. Not found: a process that was started with another environment. Walks all of /proc: slow, so
/// not for the loop thread.
void kill_marked_processes(const std::string& mark);

}  // namespace evald
