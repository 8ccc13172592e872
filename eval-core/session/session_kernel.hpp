#pragma once

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "execution/event_log.hpp"
#include "execution/journal.hpp"
#include "execution/run.hpp"
#include "execution/statistics.hpp"
#include "kernel/kernel.hpp"
#include "kernel/kernel_registry.hpp"
#include "platform/async_event.hpp"
#include "tools/configured_tools.hpp"

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace evald {

/// Hears what the kernel says while a cell runs. Loop thread.
class CellObserver {
public:
    virtual ~CellObserver() = default;
    virtual void on_frame(const Frame& frame) = 0;
    /// Text that came on fd 1 or 2 of the process; valid UTF-8.
    virtual void on_raw_text(OutputStream stream, std::string_view text) = 0;
    virtual void on_exit(const ExitStatus& status) = 0;
};

/// What every session's kernels need of the world around. Shared by all sessions; all that is given outlives it.
struct KernelContext {
    KernelContext(boost::asio::any_io_executor loop, const Config& settings, KernelProvisioner& kernels,
                  ConfiguredTools* configured_tools)
        : executor(std::move(loop)),
          config(settings),
          provisioner(kernels),
          registry(settings),
          event_budget(settings.events.total_bytes),
          tools(configured_tools) {}

    boost::asio::any_io_executor executor;
    const Config& config;
    KernelProvisioner& provisioner;
    KernelRegistry registry;
    Statistics statistics;
    EventBudget event_budget;    ///< of all sessions' logs
    ConfiguredTools* tools;      ///< may be null: none
    Journal* journal = nullptr;  ///< may be null: nobody writes one
};

/// One session's place for a kernel of one language: empty, waiting for a slot, starting, idle, busy or stopping.
///
/// Starts a kernel on first use, tells why state was lost, allows one automatic restart in a row, gives the slot back
/// when the kernel is gone. Output that comes while no cell runs becomes events of the session. Loop thread; owned by
/// its Session, whose shared_ptr (`owner`) the coroutines keep.
class SessionKernel final : public SlotHolder, private KernelObserver {
public:
    enum class State : std::uint8_t { empty, waiting, starting, idle, busy, stopping };
    enum class StopReason : std::uint8_t {
        reset,
        evicted,
        idle,
        unresponsive,
        session_ended,
        shutdown,
        per_call,
        restart,
        killed
    };

    SessionKernel(KernelContext& context, EventLog& events, Language language, std::string principal,
                  LaunchRequest launch);
    ~SessionKernel() override;

    /// A kernel that stands ready in the session's workspace already: the first start takes it.
    void adopt(std::unique_ptr<Kernel> spare) { spare_ = std::move(spare); }
    /// The session had a kernel that is gone for this reason, before this process or otherwise unseen.
    void remember_loss(std::string reason);
    [[nodiscard]] bool had_kernel() const { return had_kernel_; }

    /// Makes the kernel ready for a cell and marks it busy. Waits for a slot, at most limits.kernel_wait, and for its
    /// start. Errors: unavailable (no slot in time; a second death in a row; it does not start). Gives up early, with
    /// conflict, once `run` is cancelled; the caller sets `on_cancel` of the run to call wake().
    boost::asio::awaitable<Result<void>> acquire(std::shared_ptr<void> owner, std::shared_ptr<Run> run);
    void wake() { changed_.set(); }

    /// Only between acquire and finish_cell.
    [[nodiscard]] Kernel& kernel() { return *kernel_; }
    /// `cell` hears frames with this id, and what comes on fd 1 and 2; later frames of earlier cells stay session events.
    void set_cell(CellObserver& cell, std::string id);
    void clear_cell() { cell_ = nullptr; }
    /// SIGINT to the cell that runs, and an event that says why.
    void interrupt_cell(std::string_view why);
    /// Begins the escalation on a kernel that does not stop; on_exit follows.
    void begin_shut_down();
    /// The cell asked for a fresh kernel (process.exit): the process leaves by itself now.
    void expect_restart() { stop_reason_ = StopReason::restart; }
    /// The cell is over: idle again, or (died, was killed) empty. `cell_ok` ends a series of deaths.
    void finish_cell(bool cell_ok);
    /// Why the last cell left no kernel, for the next call's notice: "it was killed after a timeout".
    void set_loss(std::string reason) { loss_ = std::move(reason); }

    /// Ends the kernel, if there is one, and waits until it is gone.
    boost::asio::awaitable<void> stop(std::shared_ptr<void> owner, StopReason reason);
    /// Allows starts again after a series of deaths.
    void forgive() { deaths_ = 0; }
    /// Kills at once, without waiting.
    void kill();
    boost::asio::awaitable<void> heartbeat(std::shared_ptr<void> owner);

    /// What the caller should know about state that is gone since it last asked; empty mostly. Clears it.
    [[nodiscard]] std::string take_notice();
    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] std::string_view state_name() const;
    [[nodiscard]] const Kernel* current() const { return kernel_.get(); }
    /// Whether each cell has a kernel of its own (kernel_mode), so that no state lives on and none can be lost.
    [[nodiscard]] bool is_per_call() const;
    /// Which of its kernels this place has now, counted from 1; 0: none.
    [[nodiscard]] std::uint64_t current_number() const { return kernel_ ? starts_ : 0; }
    [[nodiscard]] std::int64_t execution_count() const { return execution_count_; }
    void set_execution_count(std::int64_t count) { execution_count_ = count; }
    [[nodiscard]] Language language() const { return language_; }

private:
    void on_slot_granted() override;
    void on_evict(EvictReason reason) override;
    void on_frame(const Frame& frame) override;
    void on_raw_output(OutputStream stream, std::string_view bytes) override;
    void on_exit(const ExitStatus& status) override;

    boost::asio::awaitable<Result<void>> wait_for_slot(std::shared_ptr<Run> run);
    boost::asio::awaitable<void> start(std::shared_ptr<void> owner);
    boost::asio::awaitable<Result<std::unique_ptr<Kernel>>> take_or_launch();
    static boost::asio::awaitable<void> shut_down(std::shared_ptr<void> owner, std::shared_ptr<Kernel> kernel);
    void gone(std::string_view statistics_reason);
    void give_back_slot();
    void offer();
    void publish_state(std::string_view state, std::string_view reason);
    void tell_journal(std::string_view reason, std::string_view detail, bool is_fault);
    void publish_output(OutputStream stream, std::string_view text);

    KernelContext& context_;
    EventLog& events_;
    Language language_;
    std::string principal_;
    LaunchRequest launch_;
    KernelRegistry::Holder holder_;
    State state_ = State::empty;
    bool has_slot_ = false;
    bool is_awaited_ = false;  ///< a run waits for the start: the kernel is its own, and not offered to others
    bool had_kernel_ = false;  ///< the session has had one of this language: a new one means lost state
    std::unique_ptr<Kernel> spare_;
    std::shared_ptr<Kernel> kernel_;
    CellObserver* cell_ = nullptr;
    std::string cell_id_;
    std::optional<Error> start_error_;
    std::optional<StopReason> stop_reason_;
    std::string loss_;  ///< why the last kernel is gone
    std::string notice_;
    std::string last_death_;
    int deaths_ = 0;  ///< in a row
    std::int64_t execution_count_ = 0;
    std::uint64_t starts_ = 0;  ///< kernels so far
    std::uint64_t cells_ = 0;  ///< handed out so far; tells a heartbeat that a cell came between
    std::weak_ptr<void> owner_;
    Utf8Decoder stdout_decoder_, stderr_decoder_;
    AsyncEvent changed_;  ///< something that acquire or stop waits for has happened
};

}  // namespace evald
