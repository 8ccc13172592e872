#include "platform/spawner.hpp"

#include "platform/pidfd.hpp"
#include "platform/posix_spawn_request.hpp"
#include "platform/spawner_thread.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <optional>
#include <sys/wait.h>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

/// A child between the thread that started it and the coroutine that asked for it.
struct Started {
    pid_t pid = 0;
    UniqueFd pidfd;
    std::optional<Error> error;
};

Started start(SpawnRequest& request) {
    Started started;
    Result<pid_t> pid = posix_spawn_request(request);
    // The child has its own copies; keeping these open would hide the end of its pipes.
    request.descriptors.clear();
    if (!pid) {
        started.error = pid.error();
        return started;
    }
    started.pid = *pid;
    // Nobody else reaps, so the number is still the child's even if it has ended.
    started.pidfd = pidfd_for(*pid);
    if (!started.pidfd) {
        ::kill(*pid, SIGKILL);
        ::waitpid(*pid, nullptr, 0);
        started.error = Error{ErrorCode::unavailable, "Too many open files to follow a new process"};
    }
    return started;
}

}  // namespace

Spawner::Spawner(asio::any_io_executor loop)
    : loop_(std::move(loop)),
      thread_(std::make_unique<SpawnerThread>()),
      slow_thread_(std::make_unique<SpawnerThread>()) {}

Spawner::~Spawner() = default;

// Not a coroutine itself: the closure below must not live in a statement with co_await.
asio::awaitable<void> Spawner::run_on_thread(std::function<void()> work) {
    return asio::async_initiate<const asio::use_awaitable_t<>&, void()>(
        [this](auto handler, std::function<void()> job) {
            auto resume = std::make_shared<decltype(handler)>(std::move(handler));
            auto guard = asio::make_work_guard(loop_);
            thread_->post([resume, guard, loop = loop_, job = std::move(job)]() mutable {
                job();
                // Moved, so that the handler dies on the loop's side and not with this closure.
                asio::post(loop, [resume = std::move(resume)] { std::move (*resume)(); });
            });
        },
        asio::use_awaitable, std::move(work));
}

asio::awaitable<Result<ChildProcess>> Spawner::spawn(SpawnRequest request) {
    auto shared = std::make_shared<SpawnRequest>(std::move(request));
    auto started = std::make_shared<Started>();
    std::function<void()> work = [shared, started] { *started = start(*shared); };
    co_await run_on_thread(std::move(work));
    if (started->error) co_return *started->error;
    co_return ChildProcess(loop_, *this, started->pid, std::move(started->pidfd));
}

void Spawner::reap_later(UniqueFd pidfd) { thread_->reap_later(std::move(pidfd)); }

void Spawner::post(std::function<void()> work) { slow_thread_->post(std::move(work)); }

}  // namespace evald
