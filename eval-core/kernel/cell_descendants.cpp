#include "kernel/cell_descendants.hpp"

#include "platform/pidfd.hpp"

#include <chrono>
#include <csignal>
#include <utility>

namespace evald {
namespace {

constexpr std::chrono::milliseconds k_end_delay{10};
constexpr std::chrono::milliseconds k_terminate_grace{500};

}  // namespace

void CellDescendants::interrupt() {
    for (const ProcessRef& process : process_tree_below(kernel_)) {
        if (!cell_start_.is_before_start_of(process)) continue;
        if (const UniqueFd pidfd = open_process(process)) pidfd_signal(pidfd.get(), SIGINT);
    }
}

void CellDescendants::end() {
    end_timer_.arm(k_end_delay, [this, start = cell_start_, end = ProcessMoment::now()] { terminate(start, end); });
}

void CellDescendants::terminate(const ProcessMoment& cell_start, const ProcessMoment& cell_end) {
    std::vector<ProcessRef> found = process_tree_below(kernel_);
    std::vector<ProcessRef> members = session_members(kernel_);
    found.insert(found.end(), members.begin(), members.end());
    for (const ProcessRef& process : found) {
        // What the next cell has started by now is not meant.
        if (!cell_start.is_before_start_of(process) || cell_end.is_before_start_of(process)) continue;
        UniqueFd pidfd = open_process(process);
        if (!pidfd || !pidfd_signal(pidfd.get(), SIGTERM)) continue;
        terminated_.push_back(std::move(pidfd));
    }
    if (terminated_.empty()) return;
    kill_timer_.arm(k_terminate_grace, [this] {
        for (const UniqueFd& pidfd : terminated_) pidfd_signal(pidfd.get(), SIGKILL);
        terminated_.clear();
    });
}

}  // namespace evald
