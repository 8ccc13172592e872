#pragma once

#include "base/error.hpp"
#include "kernel/language.hpp"
#include "platform/exit_status.hpp"
#include "protocol/frame.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace evald {

/// What a kernel is asked to execute. `id` is unique within the kernel's life.
struct ExecuteRequest {
    std::string id;
    std::string code;
    std::string cwd;                                       ///< empty: where the kernel is
    std::vector<std::pair<std::string, std::string>> env;  ///< empty: as it is
    bool silent = false;                                   ///< no result, no counting
};

/// Hears what a kernel says. All calls come on the loop thread; none but on_exit may destroy the kernel.
class KernelObserver {
public:
    virtual ~KernelObserver() = default;
    /// Every valid frame but `ready`, `barrier` and `pong`, which the kernel handles itself.
    virtual void on_frame(const Frame& frame) = 0;
    /// Bytes that came on the child's fd 1 or 2, in the order read; not yet decoded.
    virtual void on_raw_output(OutputStream stream, std::string_view bytes) = 0;
    /// The process is gone and everything that it had written has been delivered. The last call, once.
    virtual void on_exit(const ExitStatus& status) = 0;
};

/// A child process that executes cells of one language for one session.
///
/// A seam: tests use a scripted fake. Lifecycle: launched ready by a KernelProvisioner; executes one request at a time;
/// ends by shut_down(), kill() or its own doing, which the observer is told. Loop thread only. The destructor of a
/// kernel that still runs kills it and its descendants and leaves the reaping to the provisioner.
class Kernel {
public:
    virtual ~Kernel() = default;

    [[nodiscard]] virtual Language language() const = 0;
    [[nodiscard]] virtual pid_t pid() const = 0;
    [[nodiscard]] virtual bool alive() const = 0;
    /// Resident bytes now; 0 when it cannot be told.
    [[nodiscard]] virtual std::uint64_t resident_bytes() const = 0;
    /// Bytes of requests and answers that it has not read yet.
    [[nodiscard]] virtual std::uint64_t waiting_request_bytes() const { return 0; }
    /// Lines on the protocol descriptor so far that were no frame.
    [[nodiscard]] virtual std::uint64_t garbage_lines() const = 0;
    /// Why the service itself killed it, for people ("closed its protocol descriptors"); empty when it did not.
    [[nodiscard]] virtual std::string end_reason() const { return {}; }

    /// Null: frames and output are dropped. The observer must outlive its being set. One set after the kernel's end
    /// hears on_exit soon, unless another one has.
    virtual void set_observer(KernelObserver* observer) = 0;

    /// A kernel that is gone does nothing: on_exit has been called or is about to be.
    virtual void execute(const ExecuteRequest& request) = 0;
    /// Sends one message of the protocol (without its newline): tool_result, restore.
    virtual void send(std::string message) = 0;
    /// Stops (false) or resumes reading what the kernel writes, so that a flood waits in its pipes. Nothing is
    /// delivered while it is off, except what the pipes hold (some 200 KB) when the kernel ends.
    virtual void set_reading(bool on) = 0;

    /// SIGINT to the kernel and to those of its descendants that started since execute(): at once while the cell runs,
    /// when it starts if it has not yet, not at all after its `done`.
    virtual void interrupt() = 0;
    /// After an interrupted cell has ended: terminates, and 0.5 s later kills, what of those descendants still runs.
    virtual void end_cell_descendants() = 0;
    /// Asks it to leave; SIGTERM after kernel.exit_grace, SIGKILL (descendants too) after another. Returns once it is
    /// gone.
    virtual boost::asio::awaitable<ExitStatus> shut_down() = 0;
    /// SIGKILL at once, descendants included; on_exit follows.
    virtual void kill() = 0;
    /// Sends a ping; true when a pong came within `kernel.heartbeat`. Only while no cell runs.
    virtual boost::asio::awaitable<bool> ping() = 0;
};

struct LaunchRequest {
    Language language = Language::python;
    std::string workspace;      ///< absolute; the kernel's cwd and HOME
    std::string artifacts_dir;  ///< absolute; EVAL_ARTIFACTS
};

/// Starts kernels. A seam: tests use one that makes fakes.
class KernelProvisioner {
public:
    virtual ~KernelProvisioner() = default;
    /// Whether cells of this language can run here; a failure says why for people (a missing interpreter, a probe's
    /// error).
    virtual Result<void> availability(Language language) const = 0;
    /// Starts a kernel and waits for its `ready`, at most kernel.start_timeout.
    virtual boost::asio::awaitable<Result<std::unique_ptr<Kernel>>> launch(LaunchRequest request) = 0;
    /// Gives a new, empty workspace to whom its kernels will run as. Does nothing where they are not confined.
    virtual Result<void> own_workspace(const std::string& folder);
    /// What deletes the workspace of a session that is over, and what its kernels have left running; blocks, for a
    /// worker. Of a provisioner that confines nothing: deletes the folder.
    [[nodiscard]] virtual std::function<void(const std::string& folder)> workspace_remover() const;
};

}  // namespace evald
