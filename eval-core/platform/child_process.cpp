#include "platform/child_process.hpp"

#include "platform/pidfd.hpp"
#include "platform/spawner.hpp"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <csignal>
#include <optional>
#include <utility>

namespace evald {
namespace asio = boost::asio;

struct ChildProcess::State : std::enable_shared_from_this<State> {
    State(const asio::any_io_executor& loop, Spawner& owner, pid_t number, UniqueFd fd)
        : pidfd(loop, fd.release()), spawner(owner), pid(number) {}

    void wait_for_end() {
        pidfd.async_wait(asio::posix::stream_descriptor::wait_read,
                         [self = shared_from_this()](const boost::system::error_code& error) {
                             if (!error && self->is_running) self->look();
                         });
    }

    void look() {
        const std::optional<ExitStatus> status = pidfd_peek_exit(pidfd.native_handle());
        if (!status) return wait_for_end();  // a wake-up without a reason
        is_running = false;
        if (on_exit) std::exchange(on_exit, nullptr)(*status);
        pidfd_reap(pidfd.native_handle());
        boost::system::error_code ignored;
        pidfd.close(ignored);
    }

    asio::posix::stream_descriptor pidfd;
    Spawner& spawner;
    pid_t pid;
    bool is_running = true;
    std::function<void(const ExitStatus&)> on_exit;
};

ChildProcess::ChildProcess(asio::any_io_executor loop, Spawner& spawner, pid_t pid, UniqueFd pidfd)
    : state_(std::make_shared<State>(loop, spawner, pid, std::move(pidfd))) {}

ChildProcess::~ChildProcess() { end(); }

ChildProcess::ChildProcess(ChildProcess&& other) noexcept = default;

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    if (this != &other) {
        end();
        state_ = std::move(other.state_);
    }
    return *this;
}

pid_t ChildProcess::pid() const { return state_->pid; }

bool ChildProcess::is_running() const { return state_->is_running; }

bool ChildProcess::signal(int number) {
    return state_->is_running && pidfd_signal(state_->pidfd.native_handle(), number);
}

void ChildProcess::watch_exit(std::function<void(const ExitStatus&)> on_exit) {
    state_->on_exit = std::move(on_exit);
    state_->wait_for_end();
}

void ChildProcess::end() {
    if (!state_) return;
    state_->on_exit = nullptr;
    if (!std::exchange(state_->is_running, false)) return;
    pidfd_signal(state_->pidfd.native_handle(), SIGKILL);
    state_->spawner.reap_later(UniqueFd(state_->pidfd.release()));
}

}  // namespace evald
