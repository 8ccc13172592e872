#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace evald {

/// Kills what kernels that are gone have left running somewhere: processes that were started with a kernel's
/// EVAL_KERNEL_ID in their environment, wherever they are by now. So daemons are found that left both the kernel's tree
/// and its session; not those that were started with another environment.
///
/// Reads every process's environment, 14 us each: never on the loop, and once for all kernels that end meanwhile.
class MarkSweeper : public std::enable_shared_from_this<MarkSweeper> {
public:
    using Poster = std::function<void(std::function<void()>)>;

    /// `post` runs work on some thread that may be busy for some milliseconds.
    explicit MarkSweeper(Poster post) : post_(std::move(post)) {}

    /// Any thread.
    void sweep(std::string mark);

private:
    void run();

    Poster post_;
    std::mutex mutex_;  ///< guards the rest
    std::vector<std::string> waiting_;
};

}  // namespace evald
