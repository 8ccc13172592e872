#pragma once

#include "kernel/descendants.hpp"
#include "platform/one_shot_timer.hpp"
#include "platform/unique_fd.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <sys/types.h>
#include <vector>

namespace evald {

/// Signals the descendants that a kernel's current cell started, and leaves those that earlier cells left running.
/// Loop thread only.
class CellDescendants {
public:
    CellDescendants(boost::asio::any_io_executor loop, pid_t kernel)
        : kernel_(kernel), end_timer_(loop), kill_timer_(loop) {}

    /// From now on looks below another process: the first one of the kernel's namespace, to which all that lost its
    /// parent belongs.
    void look_below(pid_t root) { kernel_ = root; }
    /// A cell is about to be handed over. Quick: a part of every cell.
    void begin_cell() { cell_start_ = ProcessMoment::now(); }
    /// SIGINT to those found below the kernel now. Quick: no walk of all processes.
    void interrupt();
    /// The interrupted cell is over: a moment later, so that its answer does not wait for the walk over all processes,
    /// SIGTERM to all of it that can be found, and SIGKILL 0.5 s later to those that still run.
    void end();

private:
    void terminate(const ProcessMoment& cell_start, const ProcessMoment& cell_end);

    pid_t kernel_;
    ProcessMoment cell_start_;
    std::vector<UniqueFd> terminated_;
    OneShotTimer end_timer_, kill_timer_;
};

}  // namespace evald
