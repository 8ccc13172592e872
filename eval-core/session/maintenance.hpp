#pragma once

#include "artifact/artifact_store.hpp"
#include "config/config.hpp"
#include "execution/run_registry.hpp"
#include "session/session_kernel.hpp"
#include "session/session_registry.hpp"
#include "session/spare_kernels.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>

namespace evald {

/// What happens by itself now and then: heartbeats of idle kernels (kernel.heartbeat), and the sweep (kernel.sweep) of
/// idle and spare kernels, kept results, sessions past their time, their records and artifacts. Loop thread; what it is given outlives it.
class Maintenance {
public:
    /// `expire` ends a session that was not used for session.ttl.
    using Expire = std::function<void(const std::string& principal, const std::string& id)>;

    Maintenance(boost::asio::any_io_executor loop, const Config& config, KernelContext& kernels,
                SessionRegistry& sessions, RunRegistry& runs, ArtifactStore& artifacts, SpareKernels& spares);
    ~Maintenance();
    Maintenance(const Maintenance&) = delete;
    Maintenance& operator=(const Maintenance&) = delete;

    void start(Expire expire);
    void stop();

private:
    void schedule_heartbeat();
    void schedule_sweep();
    void heartbeat();
    void sweep();

    boost::asio::any_io_executor executor_;
    const Config& config_;
    KernelContext& kernels_;
    SessionRegistry& sessions_;
    RunRegistry& runs_;
    ArtifactStore& artifacts_;
    SpareKernels& spares_;
    Expire expire_;
    boost::asio::steady_timer heartbeat_timer_, sweep_timer_;
    /// Handlers that are queued when this goes must not touch it.
    std::shared_ptr<bool> running_ = std::make_shared<bool>(false);
};

}  // namespace evald
