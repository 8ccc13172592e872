#pragma once

#include "artifact/artifact_store.hpp"
#include "config/config.hpp"
#include "execution/run_registry.hpp"
#include "execution/statistics.hpp"
#include "session/evaluator.hpp"
#include "session/maintenance.hpp"
#include "session/session.hpp"
#include "session/session_records.hpp"
#include "session/session_registry.hpp"
#include "session/spare_kernels.hpp"
#include "workspace/workspaces.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <set>

namespace evald {

/// What an Evaluator is made of. Private to evaluator.cpp and evaluator_state.cpp.
struct Evaluator::State final : SessionListener {
    State(boost::asio::any_io_executor loop, const Config& settings, KernelProvisioner& provisioner, ArtifactStore& store,
          ConfiguredTools* tools);

    void on_run_finished(const std::shared_ptr<Run>& run) override;

    /// unprocessable where a cell's language is disabled or not to be had.
    [[nodiscard]] Result<void> check_backend(Language language) const;
    [[nodiscard]] Result<void> check_backends(const EvalRequest& request) const;
    /// unavailable over limits.queue_bytes.
    [[nodiscard]] Result<void> check_memory(const EvalRequest& request);

    /// Ends the session and then deletes its workspace. Returns after `wait` at the latest; the rest goes on behind.
    boost::asio::awaitable<void> end_session(std::shared_ptr<Session> session, std::chrono::milliseconds wait);
    /// All sessions that have kernels or may get some.
    [[nodiscard]] std::vector<std::shared_ptr<Session>> all_sessions() const;
    [[nodiscard]] Gauges gauges() const;

    boost::asio::any_io_executor executor;
    const Config& config;
    ArtifactStore& artifacts;
    std::shared_ptr<KernelContext> kernels;
    RunRegistry runs;
    Workspaces workspaces;
    SessionRecords records;
    SpareKernels spares;
    SessionRegistry sessions;
    Maintenance maintenance;
    std::set<std::shared_ptr<Session>> ending;  ///< taken from the registry, their kernels not yet gone
    bool is_ready = false;
    bool is_leaving = false, is_draining = false;

private:
    void ended(const std::shared_ptr<Session>& session);
    void count_session(Gauges& gauges, const Session& session) const;

    /// Gone with this: what comes to its end later touches nothing here.
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace evald
