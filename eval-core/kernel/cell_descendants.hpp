#pragma once

#include "kernel/descendants.hpp"
#include "platform/one_shot_timer.hpp"
#include "platform/unique_fd.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace evald {

/// Tells the descendants that a kernel's current cell started from those that earlier cells left running.
///
/// Start times count in ticks of 10 ms, too coarse when cells follow each other at once, so what already runs when a
/// cell begins is noted; a kernel with one thread and no child pays two system calls for that. Loop thread only.
class CellDescendants {
public:
    CellDescendants(boost::asio::any_io_executor loop, pid_t kernel);

    /// A cell is about to be handed over.
    void begin_cell();
    /// SIGINT to those found below the kernel now. Quick: no walk of all processes.
    void interrupt();
    /// SIGTERM to all that can be found, SIGKILL 0.5 s later to those that still run.
    void end();

private:
    [[nodiscard]] bool may_have_descendants() const;
    [[nodiscard]] bool belongs_to_cell(const ProcessRef& process) const;

    pid_t kernel_;
    UniqueFd task_dir_;   ///< /proc/PID/task: its link count tells the number of threads
    UniqueFd children_;   ///< /proc/PID/task/PID/children
    std::uint64_t cell_start_ticks_ = 0;
    std::vector<ProcessRef> earlier_;
    std::vector<UniqueFd> terminated_;
    OneShotTimer kill_timer_;
};

}  // namespace evald
