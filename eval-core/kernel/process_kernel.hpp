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
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace evald {

/// What a ProcessKernel is made of, apart from its process.
struct ProcessKernelOptions {
    Language language = Language::python;
    std::size_t max_line = std::size_t{32} << 20U;
    std::size_t max_waiting_requests = std::size_t{256} << 20U;  ///< bytes
    std::chrono::milliseconds exit_grace{1'000};
    std::chrono::milliseconds heartbeat{5'000};
    std::string kernel_mark;        ///< EVAL_KERNEL_ID of its environment
    std::string workspace{};        ///< absolute, as the service sees it
    std::string inner_workspace{};  ///< as the kernel does
    bool is_wrapped = false;        ///< the child is bubblewrap, the kernel its grandchild
    /// How many processes of its session the system has ended for want of memory; empty: nobody counts them.
    std::function<std::uint64_t()> memory_kills{};
    std::string memory_explanation{};  ///< of an end for that reason; see ExitStatus
};

/// A kernel that is a child process started through the launcher. See Kernel for the contract.
///
/// Life: made around a process that has just started; wait_until_ready(); cells; its end, by which all that it started
/// is ended too as far as it can be found (children, its session, the mark in the environment). A kernel that closes
/// its descriptors, or lets too much wait on its requests (kernel.request_bytes), is killed. Must outlive the
/// coroutines it returns.
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
    /// Of the kernel itself once it is ready, of our child before.
    [[nodiscard]] pid_t pid() const override { return kernel_pid_ != 0 ? kernel_pid_ : process_.pid(); }
    /// Of the process below which all that belongs to the kernel is found: itself, or its namespace's first.
    [[nodiscard]] pid_t root_pid() const { return root_pid_ != 0 ? root_pid_ : process_.pid(); }
    /// As kill(), for a limit that it has passed; see ExitStatus.
    void kill_for_limit(std::string_view limit, std::string explanation);
    /// Keeps `what` until this kernel has ended or gone.
    void hold(std::shared_ptr<void> what) { held_ = std::move(what); }
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
    void note_limit_of_system();
    void tell_exit();
    void kill_found_processes();
    [[nodiscard]] bool find_wrapped();
    void signal_kernel(int number);
    [[nodiscard]] std::string inner_path(const std::string& path) const;
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
    ExitStatus limit_passed_;
    std::uint64_t memory_kills_before_ = 0;
    bool is_killed_ = false;  ///< by us
    std::shared_ptr<void> held_;
    ChildProcess process_;
    pid_t kernel_pid_ = 0, root_pid_ = 0;  ///< in bubblewrap's namespace; 0: not known, or there is none
    UniqueFd kernel_pidfd_;
    CellDescendants descendants_;
    WriteQueue requests_;
    KernelPipes pipes_;
};

}  // namespace evald
