#pragma once

#include "platform/async_event.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <cstddef>
#include <exception>
#include <functional>
#include <list>

namespace evald {

/// Owns coroutines that nobody awaits: spawns, cancels and joins them, so that none is orphaned.
///
/// Every task runs on the group's executor. An exception that leaves a task goes to `on_error` (operation_aborted after
/// cancel() does not). The destructor asserts that the group is empty: join() first. Loop thread only.
class TaskGroup {
public:
    using ErrorHandler = std::function<void(std::exception_ptr)>;

    explicit TaskGroup(boost::asio::any_io_executor loop, ErrorHandler on_error = {});
    ~TaskGroup();
    TaskGroup(const TaskGroup&) = delete;
    TaskGroup& operator=(const TaskGroup&) = delete;

    /// `task` must own what it touches or be outlived by it: its parameters by value, no references to locals.
    void spawn(boost::asio::awaitable<void> task);
    /// Cancels (terminally) every task that runs now; those spawned later are not touched.
    void cancel();
    /// Returns when no task is left.
    boost::asio::awaitable<void> join();
    [[nodiscard]] std::size_t size() const { return tasks_.size(); }

private:
    struct Task {
        boost::asio::cancellation_signal signal;
        bool is_cancelled = false;
    };
    void finish(std::list<Task>::iterator task, const std::exception_ptr& error);

    boost::asio::any_io_executor loop_;
    ErrorHandler on_error_;
    std::list<Task> tasks_;
    AsyncEvent empty_;
};

}  // namespace evald
