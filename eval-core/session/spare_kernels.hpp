#pragma once

#include "config/config.hpp"
#include "execution/statistics.hpp"
#include "kernel/kernel.hpp"
#include "platform/async_event.hpp"
#include "session/spare_schedule.hpp"
#include "workspace/workspaces.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace evald {

/// A kernel that has run nothing of anybody's, and the empty workspace that it stands in.
struct SpareKernel {
    std::unique_ptr<Kernel> kernel;
    std::string workspace;  ///< name
};

/// Kernels that wait ready for new sessions, so that a first cell does not wait for an interpreter.
///
/// A session that is made takes one with its workspace, whole; it is never given back. The pool fills itself again, one
/// kernel at a time, a moment later. Spares do not count toward kernels.*.max; when less than kernels.spare_memory is
/// free they are ended, and none is started. Life: start(), stop() (whose end is waited for), destroyed. Loop thread; what
/// it is given outlives it.
class SpareKernels {
public:
    using FreeMemory = std::function<std::optional<std::uint64_t>()>;
    SpareKernels(boost::asio::any_io_executor loop, const Config& config, KernelProvisioner& provisioner,
                 Workspaces& workspaces, Statistics& statistics, FreeMemory free_memory);
    ~SpareKernels();
    SpareKernels(const SpareKernels&) = delete;
    SpareKernels& operator=(const SpareKernels&) = delete;

    void start();
    /// Ends all spares; returns when they are gone and no start is under way.
    boost::asio::awaitable<void> stop();

    /// One of that language, if one is ready.
    std::optional<SpareKernel> take(Language language);

    /// Looks at the memory that is free. Called now and then.
    void sweep();

    [[nodiscard]] std::size_t ready(Language language) const { return pool(language).waiting.size(); }
    [[nodiscard]] std::uint64_t resident_bytes() const;

private:
    class Waiting;
    struct Pool {
        Pool(Language of, int wanted);
        ~Pool();
        Pool(const Pool&) = delete;
        Pool& operator=(const Pool&) = delete;
        Language language;
        SpareSchedule schedule;
        std::deque<std::unique_ptr<Waiting>> waiting;
    };
    Pool& pool(Language language) { return language == Language::python ? python_ : javascript_; }
    [[nodiscard]] const Pool& pool(Language language) const {
        return language == Language::python ? python_ : javascript_;
    }
    boost::asio::awaitable<void> keep_full();
    boost::asio::awaitable<void> start_one(Pool& pool);
    boost::asio::awaitable<bool> warm_up(Waiting& spare);
    [[nodiscard]] Pool* next_pool();
    [[nodiscard]] bool has_memory() const;
    void lose(Language language, const Waiting* spare);
    void drop_all();

    boost::asio::any_io_executor loop_;
    const Config& config_;
    KernelProvisioner& provisioner_;
    Workspaces& workspaces_;
    Statistics& statistics_;
    FreeMemory free_memory_;
    Pool python_, javascript_;
    bool is_running_ = false;
    bool is_short_of_memory_ = false;
    AsyncEvent changed_;  ///< there may be one to start
    AsyncEvent ended_;    ///< keep_full() is over
};

}  // namespace evald
