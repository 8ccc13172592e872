#include "kernel/mark_sweeper.hpp"

#include "kernel/descendants.hpp"
#include "kernel/kernel_environment.hpp"
#include "platform/pidfd.hpp"

#include <algorithm>
#include <csignal>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace evald {
namespace {

bool carries_one_of(const std::vector<std::string>& marks, pid_t pid) {
    const std::string environment = initial_environment(pid);
    const std::string_view name = k_kernel_mark_name;
    std::size_t at = environment.find(name);
    // A whole item, not the end of another name or a part of a value.
    while (at != std::string::npos &&
           !(environment[at + name.size()] == '=' && (at == 0 || environment[at - 1] == '\0'))) {
        at = environment.find(name, at + 1);
    }
    if (at == std::string::npos) return false;
    const std::string_view mark = environment.c_str() + at + name.size() + 1;
    return std::find(marks.begin(), marks.end(), mark) != marks.end();
}

bool kill_marked(const std::vector<std::string>& marks) {
    bool found = false;
    for_each_process([&](pid_t pid) {
        if (pid == ::getpid() || !carries_one_of(marks, pid)) return;
        const UniqueFd pidfd = pidfd_for(pid);
        // Looked at again, now that the descriptor holds on to the process: the number may have changed hands.
        if (!pidfd || !carries_one_of(marks, pid)) return;
        found = pidfd_signal(pidfd.get(), SIGKILL) || found;
    });
    return found;
}

}  // namespace

void MarkSweeper::sweep(std::string mark) {
    if (mark.empty()) return;
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(mark));
    // One job takes all that wait when it begins.
    if (waiting_.size() == 1) post_([self = shared_from_this()] { self->run(); });
}

void MarkSweeper::run() {
    std::vector<std::string> marks;
    {
        const std::lock_guard lock(mutex_);
        marks.swap(waiting_);
    }
    // Again while there is something: a victim may have forked behind the back of the walk.
    constexpr int k_max_rounds = 5;
    for (int round = 0; round < k_max_rounds && kill_marked(marks); ++round) {
    }
}

}  // namespace evald
