#pragma once

#include "platform/exit_status.hpp"
#include "platform/unique_fd.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <sys/types.h>

namespace evald {

class Spawner;

/// A child of this process, followed by its pidfd and reaped exactly once.
///
/// Made by a Spawner, which must outlive it. Loop thread only. The destructor of a child that still runs kills it and
/// leaves the reaping to the spawner: it never blocks and leaves no zombie.
class ChildProcess {
public:
    ChildProcess(boost::asio::any_io_executor loop, Spawner& spawner, pid_t pid, UniqueFd pidfd);
    ~ChildProcess();
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    [[nodiscard]] pid_t pid() const;
    /// Until its end has been noticed.
    [[nodiscard]] bool is_running() const;
    /// False when it is gone. Never hits another process that got its number.
    bool signal(int number);
    /// `on_exit` is called once from the loop. During the call the process is a zombie, so its pid and session id are
    /// still its own; it is reaped when the call returns.
    void watch_exit(std::function<void(const ExitStatus&)> on_exit);

private:
    struct State;
    void end();

    std::shared_ptr<State> state_;
};

}  // namespace evald
