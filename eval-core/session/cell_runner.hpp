#pragma once

#include "execution/cell_fsm.hpp"
#include "execution/run_output.hpp"
#include "platform/async_event.hpp"
#include "session/run_bridge.hpp"
#include "session/session_kernel.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>

namespace evald {

/// Runs one cell in a kernel that has been acquired: the shell around CellFsm. Loop thread; used once.
///
/// Everything but the wait is callbacks: a warm cell costs one coroutine hop, not one a frame.
class CellRunner final : private CellObserver, private CallingCell {
public:
    CellRunner(boost::asio::any_io_executor executor, SessionKernel& place, RunOutput& output, RunBridge& bridge,
               CellLimits limits);
    ~CellRunner() override;
    CellRunner(const CellRunner&) = delete;
    CellRunner& operator=(const CellRunner&) = delete;

    /// Hands the request of the run's cell `index` over and waits for the cell's end. `started` is called when the
    /// kernel begins it.
    boost::asio::awaitable<CellOutcome> run(std::size_t index, ExecuteRequest request, std::function<void()> started);
    void cancel(CancelReason reason);

private:
    void on_frame(const Frame& frame) override;
    void on_raw_text(OutputStream stream, std::string_view text) override;
    void on_exit(const ExitStatus& status) override;

    void act(const CellActions& actions);
    void set_timer();
    /// Before the kernel is interrupted: what waits for an answer gets one, so that only the cell's own code is left.
    void close_calls();
    void send_to_kernel(std::string message) override;
    void pause_timeout() override;
    void resume_timeout() override;

    SessionKernel& place_;
    RunOutput& output_;
    RunBridge& bridge_;
    CellFsm fsm_;
    std::function<void()> started_;
    boost::asio::steady_timer timer_;
    std::shared_ptr<int> alive_ = std::make_shared<int>();
    AsyncEvent finished_;
};

}  // namespace evald
