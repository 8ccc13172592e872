#include "platform/task_group.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <cassert>
#include <utility>

namespace evald {
namespace asio = boost::asio;
namespace {

bool is_abort(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const boost::system::system_error& thrown) {
        return thrown.code() == asio::error::operation_aborted;
    } catch (...) {
        return false;
    }
}

}  // namespace

TaskGroup::TaskGroup(asio::any_io_executor loop, ErrorHandler on_error)
    : loop_(loop), on_error_(std::move(on_error)), empty_(loop) {}

TaskGroup::~TaskGroup() { assert(tasks_.empty() && "join() a task group before it is destroyed"); }

void TaskGroup::spawn(asio::awaitable<void> task) {
    const auto entry = tasks_.emplace(tasks_.end());
    auto on_end = [this, entry](const std::exception_ptr& error) { finish(entry, error); };
    asio::co_spawn(loop_, std::move(task), asio::bind_cancellation_slot(entry->signal.slot(), std::move(on_end)));
}

void TaskGroup::cancel() {
    for (auto next = tasks_.begin(); next != tasks_.end();) {
        Task& task = *next++;  // first, should a task end at once
        task.is_cancelled = true;
        task.signal.emit(asio::cancellation_type::terminal);
    }
}

asio::awaitable<void> TaskGroup::join() {
    while (!tasks_.empty()) {
        empty_.reset();
        co_await empty_.wait();
    }
}

void TaskGroup::finish(std::list<Task>::iterator task, const std::exception_ptr& error) {
    const bool is_expected = !error || (task->is_cancelled && is_abort(error));
    tasks_.erase(task);
    if (tasks_.empty()) empty_.set();
    if (is_expected) return;
    if (!on_error_) std::rethrow_exception(error);
    on_error_(error);
}

}  // namespace evald
