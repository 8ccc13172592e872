#include "support/fake_kernel.hpp"

#include "platform/async_event.hpp"
#include "platform/line_reader.hpp"
#include "protocol/frame_codec.hpp"

#include <boost/asio/post.hpp>
#include <csignal>
#include <optional>
#include <utility>

namespace evald::test {
namespace asio = boost::asio;

struct FakeKernel::State : std::enable_shared_from_this<FakeKernel::State> {
    State(asio::any_io_executor executor, Language which, std::shared_ptr<FakeKernelControl> shared)
        : loop(executor), language(which), control(std::move(shared)), gone(executor) {}

    void begin(const ExecuteRequest& request) {
        cell_id = request.id;
        script = FakeScript();
        if (control->scripts.empty()) {
            script.started().done();
        } else {
            script = std::move(control->scripts.front());
            control->scripts.pop_front();
        }
        next = 0;
        unread = 0;
        go_on_later();
    }

    /// Never inside a call of the kernel, as with a process.
    void go_on_later() {
        waiting_for.reset();
        asio::post(loop, [self = shared_from_this()] { self->go_on(); });
    }

    void go_on() {
        while (control->is_alive && !control->is_destroyed && !waiting_for && next < script.steps().size()) {
            const FakeScript::Step step = script.steps()[next++];
            perform(step);
        }
    }

    void perform(const FakeScript::Step& step) {
        using Action = FakeScript::Action;
        switch (step.action) {
            case Action::frame: return deliver(step.text);
            case Action::raw:
                if (observer != nullptr) observer->on_raw_output(step.stream, step.text);
                return;
            case Action::exit: return end(step.status);
            case Action::call: return step.callback();
            case Action::wait_for_message:
                if (unread > 0) {
                    --unread;
                    return;
                }
                [[fallthrough]];
            case Action::hang:
            case Action::hang_for_ever: waiting_for = step.action; return;
        }
    }

    void deliver(std::string line) {
        for (std::size_t at = line.find("$id"); at != std::string::npos; at = line.find("$id", at + cell_id.size())) {
            line.replace(at, 3, cell_id);
        }
        const std::size_t size = line.size();
        line.resize(size + LineReader::k_padding);
        const Frame* const frame = codec.decode(std::string_view(line).substr(0, size));
        if (frame != nullptr && observer != nullptr) observer->on_frame(*frame);
    }

    void end(const ExitStatus& how) {
        if (!control->is_alive) return;
        control->is_alive = false;
        status = how;
        gone.set();
        if (observer != nullptr) std::exchange(observer, nullptr)->on_exit(how);
    }

    asio::any_io_executor loop;
    Language language;
    std::shared_ptr<FakeKernelControl> control;
    KernelObserver* observer = nullptr;
    FrameCodec codec;
    FakeScript script;
    std::string cell_id;
    std::size_t next = 0;
    std::size_t unread = 0;  ///< messages of this cell that came before the script waited for them
    std::optional<FakeScript::Action> waiting_for;
    ExitStatus status;
    AsyncEvent gone;
};

FakeKernel::FakeKernel(asio::any_io_executor loop, Language language, std::shared_ptr<FakeKernelControl> control)
    : state_(std::make_shared<State>(std::move(loop), language, std::move(control))) {}

FakeKernel::~FakeKernel() {
    state_->control->is_destroyed = true;
    state_->observer = nullptr;
}

Language FakeKernel::language() const { return state_->language; }

pid_t FakeKernel::pid() const { return 4711; }

bool FakeKernel::alive() const { return state_->control->is_alive; }

std::uint64_t FakeKernel::resident_bytes() const { return alive() ? 10'000'000 : 0; }

std::uint64_t FakeKernel::garbage_lines() const { return state_->codec.garbage_lines(); }

void FakeKernel::set_observer(KernelObserver* observer) { state_->observer = observer; }

void FakeKernel::execute(const ExecuteRequest& request) {
    state_->control->executed.push_back(request);
    if (alive()) state_->begin(request);
}

void FakeKernel::send(std::string message) {
    state_->control->sent.push_back(std::move(message));
    if (state_->waiting_for == FakeScript::Action::wait_for_message)
        state_->go_on_later();
    else
        ++state_->unread;
}

void FakeKernel::set_reading(bool on) { state_->control->reading_changes.push_back(on); }

void FakeKernel::interrupt() {
    ++state_->control->interrupts;
    const bool is_heard =
        state_->waiting_for == FakeScript::Action::hang || state_->waiting_for == FakeScript::Action::wait_for_message;
    if (is_heard && !state_->control->interrupts_are_ignored) state_->go_on_later();
}

void FakeKernel::end_cell_descendants() { ++state_->control->descendants_ended; }

asio::awaitable<ExitStatus> FakeKernel::shut_down() {
    const std::shared_ptr<State> state = state_;
    ++state->control->shut_downs;
    // A busy kernel does not hear the request to leave: it takes SIGTERM.
    ExitStatus how;
    how.signaled = state->waiting_for.has_value();
    how.value = how.signaled ? SIGTERM : 0;
    asio::post(state->loop, [state, how] { state->end(how); });
    co_await state->gone.wait();
    co_return state->status;
}

void FakeKernel::kill() {
    ++state_->control->kills;
    ExitStatus how;
    how.signaled = true;
    how.value = SIGKILL;
    asio::post(state_->loop, [state = state_, how] { state->end(how); });
}

asio::awaitable<bool> FakeKernel::ping() {
    ++state_->control->pings;
    co_return state_->control->answers_ping&& alive();
}

}  // namespace evald::test
