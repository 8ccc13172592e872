#pragma once

#include "kernel/cell_descendants.hpp"
#include "kernel/kernel.hpp"
#include "kernel/kernel_pipes.hpp"
#include "kernel/mark_sweeper.hpp"
#include "platform/async_event.hpp"
#include "platform/child_process.hpp"
#include "platform/one_shot_timer.hpp"
#include "platform/write_queue.hpp"
#include "protocol/frame_codec.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace evald {

/// What a ProcessKernel is made of, apart from its process.
struct ProcessKernelOptions {
    Language language = Language::python;
    std::size_t max_line = std::size_t{32} << 20U;
    std::size_t max_waiting_requests = std::size_t{256} << 20U;  ///< bytes
    std::chrono::milliseconds exit_grace{1'000};
    std::chrono::milliseconds heartbeat{5'000};
    std::string kernel_mark;  ///< EVAL_KERNEL_ID of its environment
};

/// A kernel that is a child process started through the launcher. See Kernel for the contract.
///
/// Life: made around a process that has just started; wait_until_ready(); cells; its end, by which all that it started
/// is ended too as far as it can be found (children, its session, the mark in the environment). A kernel that closes
/// its descriptors, or lets too much wait on its requests (kernel.request_bytes), is killed. Must outlive the coroutines it returns.
class ProcessKernel final : public Kernel, private KernelPipes::Sink {
public:
    ProcessKernel(boost::asio::any_io_executor loop, ChildProcess process, KernelPipeEnds pipes, UniqueFd requests,
                  ProcessKernelOptions options, std::shared_ptr<MarkSweeper> sweeper);
    ~ProcessKernel() override;

    /// Fails with a text for people when the kernel ends or `limit` passes before it says that it is ready.
    boost::asio::awaitable<Result<void>> wait_until_ready(std::chrono::milliseconds limit);
    /// Of the language, as the kernel said when it was ready.
    [[nodiscard]] const std::string& version() const { return version_; }

    [[nodiscard]] Language language() const override { return options_.language; }
    [[nodiscard]] pid_t pid() const override { return process_.pid(); }
    [[nodiscard]] bool alive() const override { return process_.is_running(); }
    [[nodiscard]] std::uint64_t resident_bytes() const override;
    [[nodiscard]] std::uint64_t waiting_request_bytes() const override { return requests_.waiting_bytes(); }
    [[nodiscard]] std::uint64_t garbage_lines() const override;
    [[nodiscard]] std::string end_reason() const override { return end_reason_; }
    void set_observer(KernelObserver* observer) override;
    void execute(const ExecuteRequest& request) override;
    void send(std::string message) override;
    void set_reading(bool on) override { pipes_.set_reading(on); }
    void interrupt() override;
    void end_cell_descendants() override;
    boost::asio::awaitable<ExitStatus> shut_down() override;
    void kill() override;
    boost::asio::awaitable<bool> ping() override;

private:
    void on_line(std::string_view line) override;
    void on_raw(OutputStream stream, std::string_view bytes) override;
    void on_frames_closed() override;
    void on_exit(const ExitStatus& status);
    void become_ready(const Frame& frame);
    void give_up_soon(std::string reason);
    void give_up_now(std::string reason);
    void tell_exit();
    void kill_found_processes();
    [[nodiscard]] std::string start_failure(std::chrono::milliseconds limit) const;

    ProcessKernelOptions options_;
    std::shared_ptr<MarkSweeper> sweeper_;
    KernelObserver* observer_ = nullptr;
    FrameCodec codec_;
    AsyncEvent ready_or_gone_;
    AsyncEvent gone_;
    AsyncEvent pong_;
    OneShotTimer timer_;  ///< while it lives: before giving it up; afterwards: to tell a late observer
    bool is_ready_ = false;
    std::string version_;
    std::string start_text_;  ///< what came on fd 2 before it was ready, the last of it
    std::string end_reason_;
    std::optional<ExitStatus> exit_status_;
    bool is_exit_told_ = false;
    bool is_leaving_ = false;  ///< shut_down() has begun: what it closes now is no fault
    std::string cell_id_;      ///< of the cell that runs; empty: none
    bool cell_started_ = false;
    bool interrupt_wanted_ = false;
    ChildProcess process_;
    CellDescendants descendants_;
    WriteQueue requests_;
    KernelPipes pipes_;
};

}  // namespace evald
