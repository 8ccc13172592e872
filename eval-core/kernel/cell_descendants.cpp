#include "kernel/cell_descendants.hpp"

#include "platform/pidfd.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace evald {
namespace {

constexpr std::chrono::milliseconds k_terminate_grace{500};

}  // namespace

CellDescendants::CellDescendants(boost::asio::any_io_executor loop, pid_t kernel)
    : kernel_(kernel), kill_timer_(std::move(loop)) {
    const std::string tasks = "/proc/" + std::to_string(kernel) + "/task";
    const std::string children = tasks + "/" + std::to_string(kernel) + "/children";
    task_dir_.reset(::open(tasks.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    children_.reset(::open(children.c_str(), O_RDONLY | O_CLOEXEC));
}

bool CellDescendants::may_have_descendants() const {
    struct stat tasks {};
    constexpr nlink_t k_links_with_one_thread = 3;
    if (::fstat(task_dir_.get(), &tasks) != 0 || tasks.st_nlink > k_links_with_one_thread) return true;
    char first = 0;
    return ::pread(children_.get(), &first, 1, 0) != 0;
}

void CellDescendants::begin_cell() {
    cell_start_ticks_ = boot_ticks_now();
    earlier_.clear();
    if (may_have_descendants()) earlier_ = process_tree_below(kernel_);
}

bool CellDescendants::belongs_to_cell(const ProcessRef& process) const {
    return process.start_ticks >= cell_start_ticks_ && std::find(earlier_.begin(), earlier_.end(), process) == earlier_.end();
}

void CellDescendants::interrupt() {
    for (const ProcessRef& process : process_tree_below(kernel_)) {
        if (!belongs_to_cell(process)) continue;
        if (const UniqueFd pidfd = open_process(process)) pidfd_signal(pidfd.get(), SIGINT);
    }
}

void CellDescendants::end() {
    std::vector<ProcessRef> found = process_tree_below(kernel_);
    std::vector<ProcessRef> members = session_members(kernel_);
    found.insert(found.end(), members.begin(), members.end());
    for (const ProcessRef& process : found) {
        if (!belongs_to_cell(process)) continue;
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
