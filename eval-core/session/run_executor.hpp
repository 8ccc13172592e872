#pragma once

#include "session/cell_runner.hpp"
#include "execution/run_output.hpp"
#include "execution/run_result.hpp"
#include "session/run_bridge.hpp"
#include "session/session_kernel.hpp"

#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace evald {

/// The kernels and the event log of the session in which a run executes. All outlive the executor.
struct RunPlace {
    EventLog& events;
    SessionKernel& python;
    SessionKernel& javascript;
    std::string workspace;  ///< absolute
};

/// Executes one run: its cells in order, until the first that fails; then composes and publishes the one result.
/// Whatever happens, the run is finished exactly once. Loop thread; used once.
class RunExecutor {
public:
    RunExecutor(KernelContext& kernels, ArtifactStore& artifacts, RunPlace place, std::shared_ptr<void> owner,
                std::shared_ptr<Run> run);
    RunExecutor(const RunExecutor&) = delete;
    RunExecutor& operator=(const RunExecutor&) = delete;

    boost::asio::awaitable<void> execute();
    /// For a run that was cancelled while it waited.
    boost::asio::awaitable<void> finish_unstarted();

private:
    boost::asio::awaitable<bool> run_cell(std::size_t index);
    boost::asio::awaitable<CellOutcome> run_in_kernel(std::size_t index, SessionKernel& kernel);
    boost::asio::awaitable<void> after_cell(SessionKernel& kernel, CellOutcome outcome, std::size_t index);
    bool conclude_cell(std::size_t index, const CellOutcome& outcome, std::string failure);
    boost::asio::awaitable<void> finish();
    SessionKernel& kernel_of(std::size_t index);
    std::vector<std::size_t> persisting_cells(std::size_t before);
    ExecuteRequest execute_request(std::size_t index, const SessionKernel& kernel);
    void restore_surroundings();
    void cell_started(std::size_t index);
    void publish_cell_finished(std::size_t index);
    void on_cancel(CancelReason reason);
    void add_notice(const std::string& notice);
    void note_foreign_session();

    KernelContext& kernels_;
    ArtifactStore& artifacts_;
    RunPlace place_;
    std::shared_ptr<void> owner_;
    std::shared_ptr<Run> run_;
    SessionKernel* reading_from_ = nullptr;  ///< whose kernel the output throttles
    RunOutput output_;
    RunBridge bridge_;
    std::vector<CellRecord> records_;
    std::vector<std::uint64_t> kernel_numbers_;  ///< of the kernels that ran the cells so far
    CellRunner* runner_ = nullptr;
    std::map<SessionKernel*, const Kernel*> surroundings_given_;  ///< kernels that have this run's cwd and env
    std::string notice_;
    bool failed_ = false;
    std::optional<Error> refusal_;
    std::chrono::steady_clock::time_point cell_began_{};
};

}  // namespace evald
