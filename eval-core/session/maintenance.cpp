#include "session/maintenance.hpp"

#include "platform/clock.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

namespace evald {

Maintenance::Maintenance(boost::asio::any_io_executor loop, const Config& config, KernelContext& kernels,
                         SessionRegistry& sessions, RunRegistry& runs, ArtifactStore& artifacts, SpareKernels& spares)
    : executor_(loop),
      config_(config),
      kernels_(kernels),
      sessions_(sessions),
      runs_(runs),
      artifacts_(artifacts),
      spares_(spares),
      heartbeat_timer_(loop),
      sweep_timer_(loop) {}

Maintenance::~Maintenance() { *running_ = false; }

void Maintenance::start(Expire expire) {
    expire_ = std::move(expire);
    *running_ = true;
    schedule_heartbeat();
    schedule_sweep();
}

void Maintenance::stop() {
    *running_ = false;
    heartbeat_timer_.cancel();
    sweep_timer_.cancel();
}

void Maintenance::schedule_heartbeat() {
    heartbeat_timer_.expires_after(config_.kernel.heartbeat);
    heartbeat_timer_.async_wait([this, running = running_](const boost::system::error_code& error) {
        if (error || !*running) return;
        heartbeat();
        schedule_heartbeat();
    });
}

void Maintenance::schedule_sweep() {
    sweep_timer_.expires_after(config_.kernel.sweep);
    sweep_timer_.async_wait([this, running = running_](const boost::system::error_code& error) {
        if (error || !*running) return;
        sweep();
        schedule_sweep();
    });
}

void Maintenance::heartbeat() {
    for (const auto& session : sessions_.all())
        if (session->has_idle_kernel()) boost::asio::co_spawn(executor_, session->heartbeat(), boost::asio::detached);
}

void Maintenance::sweep() {
    const auto now = std::chrono::steady_clock::now();
    kernels_.registry.sweep(now);
    runs_.sweep(now);
    spares_.sweep();
    sessions_.save_changes();
    const std::int64_t expired_before = utc_now_ms() - config_.session.ttl.count();
    for (const auto& session : sessions_.all()) {
        const bool in_use = session->busy() || session->events().watchers() > 0;
        if (!in_use && session->last_used_ms() < expired_before)
            expire_(session->identity().principal, session->identity().id);
    }
    boost::asio::co_spawn(executor_, artifacts_.sweep(), boost::asio::detached);
}

}  // namespace evald
