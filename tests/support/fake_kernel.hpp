#pragma once

#include "kernel/kernel.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace evald::test {

/// What a fake kernel does when it is asked to execute: a list of steps, written as a chain.
///
///     FakeScript().started().print("hi\n").hang().error("KeyboardInterrupt", "").done_cancelled()
///
/// A cell that should look ordinary begins with started() and ends with done(). In frame(), `$id` is the request's id.
class FakeScript {
public:
    FakeScript& started();
    FakeScript& print(std::string_view text);
    FakeScript& print_error(std::string_view text);
    /// A result with `text/plain`.
    FakeScript& result(std::string_view text);
    /// display or result with this bundle, a JSON object.
    FakeScript& display(std::string_view bundle_json);
    FakeScript& result_bundle(std::string_view bundle_json);
    FakeScript& error(std::string_view ename, std::string_view evalue);
    FakeScript& tool(std::string_view call_id, std::string_view name, std::string_view args_json);
    FakeScript& done();
    FakeScript& done_error();
    FakeScript& done_cancelled();
    FakeScript& done_exit_code(int code);
    FakeScript& done_restart(int code);
    /// Any line; what is no frame counts as garbage.
    FakeScript& frame(std::string json);
    FakeScript& raw(OutputStream stream, std::string bytes);
    /// The process ends here; what follows is not done.
    FakeScript& exit(int code);
    FakeScript& die_by_signal(int number);
    /// Goes on when interrupt() is called.
    FakeScript& hang();
    /// Goes on for nothing but kill() and shut_down().
    FakeScript& hang_for_ever();
    /// Goes on with the next send() (a tool's result).
    FakeScript& wait_for_message();
    /// Calls into the test between two steps.
    FakeScript& call(std::function<void()> action);

    enum class Action { frame, raw, exit, hang, hang_for_ever, wait_for_message, call };
    struct Step {
        Action action = Action::frame;
        std::string text;
        OutputStream stream = OutputStream::out;
        ExitStatus status;
        std::function<void()> callback;
    };
    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }

private:
    FakeScript& add(Action action, std::string text = {});
    std::vector<Step> steps_;
};

/// What a fake kernel was asked, and how it answers; shared with the test, so it is there after the kernel has gone.
struct FakeKernelControl {
    // Answers.
    std::deque<FakeScript> scripts;  ///< one for each execute(); none left: started, done
    bool answers_ping = true;
    bool interrupts_are_ignored = false;
    // Records.
    std::vector<ExecuteRequest> executed;
    std::vector<std::string> sent;      ///< messages of send()
    std::vector<bool> reading_changes;  ///< arguments of set_reading()
    int interrupts = 0;
    int descendants_ended = 0;
    int pings = 0;
    int shut_downs = 0;
    int kills = 0;
    bool is_alive = true;
    bool is_destroyed = false;
    LaunchRequest launch;  ///< set by FakeProvisioner
};

/// A kernel inside the test: performs scripts on the loop, without threads, processes or waiting.
///
/// Steps run in one go from the loop, never inside execute(). Frames are made from JSON by the real codec.
class FakeKernel final : public Kernel {
public:
    FakeKernel(boost::asio::any_io_executor loop, Language language, std::shared_ptr<FakeKernelControl> control);
    ~FakeKernel() override;

    [[nodiscard]] Language language() const override;
    [[nodiscard]] pid_t pid() const override;
    [[nodiscard]] bool alive() const override;
    [[nodiscard]] std::uint64_t resident_bytes() const override;
    [[nodiscard]] std::uint64_t garbage_lines() const override;
    void set_observer(KernelObserver* observer) override;
    void execute(const ExecuteRequest& request) override;
    void send(std::string message) override;
    void set_reading(bool on) override;
    void interrupt() override;
    void end_cell_descendants() override;
    boost::asio::awaitable<ExitStatus> shut_down() override;
    void kill() override;
    boost::asio::awaitable<bool> ping() override;

private:
    struct State;
    std::shared_ptr<State> state_;
};

/// Hands out fake kernels and keeps their controls.
///
/// Prepare launches with expect_launch() (in order) or fail_launch(); a launch that was not prepared gets a kernel
/// whose cells all succeed without output, or what `on_launch` makes of its control.
class FakeProvisioner final : public KernelProvisioner {
public:
    explicit FakeProvisioner(boost::asio::any_io_executor loop);
    ~FakeProvisioner() override;

    std::shared_ptr<FakeKernelControl> expect_launch(std::vector<FakeScript> scripts);
    void fail_launch(Error error);
    void make_unavailable(Language language, Error error);
    /// Launches wait here until released (true) or hold again (false).
    void set_launches_released(bool released);

    [[nodiscard]] Result<void> availability(Language language) const override;
    boost::asio::awaitable<Result<std::unique_ptr<Kernel>>> launch(LaunchRequest request) override;

    std::vector<std::shared_ptr<FakeKernelControl>> launched;  ///< in order
    std::function<void(FakeKernelControl&)> on_launch;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace evald::test
