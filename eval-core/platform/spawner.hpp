#pragma once

#include "base/error.hpp"
#include "platform/child_process.hpp"
#include "platform/unique_fd.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace evald {

class SpawnerThread;

/// What to start. All signals are unblocked and at their defaults in the child.
struct SpawnRequest {
    std::vector<std::string> argv;         ///< argv[0] is the path of the executable
    std::vector<std::string> environment;  ///< "NAME=value"
    std::vector<UniqueFd> descriptors;     ///< the i-th becomes descriptor i; closed here once the child has them
};

/// Starts child processes from one thread of its own that lives as long as the service.
///
/// One thread, because PR_SET_PDEATHSIG follows the thread that forked: a worker that ends would take its children with
/// it. posix_spawn, because a multi-threaded process must do no work between fork and exec. The thread also reaps what
/// was given up while it ran; a second one does slow work about processes. Loop thread only, except where noted; must
/// outlive every ChildProcess and every spawn().
class Spawner {
public:
    /// `loop` is where results come back to.
    explicit Spawner(boost::asio::any_io_executor loop);
    /// Waits at most 2 s for given-up children to end.
    ~Spawner();
    Spawner(const Spawner&) = delete;
    Spawner& operator=(const Spawner&) = delete;

    /// The loop never waits. `unavailable` with the system's reason when it fails. Not cancellable, but short.
    boost::asio::awaitable<Result<ChildProcess>> spawn(SpawnRequest request);
    /// Reaps a child that was killed and that nobody waits for. Any thread.
    void reap_later(UniqueFd pidfd);
    /// Runs blocking work about processes, of milliseconds, on the second thread. It must own what it touches. Any
    /// thread.
    void post(std::function<void()> work);

private:
    boost::asio::awaitable<void> run_on_thread(std::function<void()> work);

    boost::asio::any_io_executor loop_;
    std::unique_ptr<SpawnerThread> thread_;
    std::unique_ptr<SpawnerThread> slow_thread_;  ///< apart, so that no start waits for slow work
};

}  // namespace evald
