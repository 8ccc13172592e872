#include "platform/async_event.hpp"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

namespace evald {
namespace asio = boost::asio;

/// Lives in the frame of the coroutine that waits, and is in the event's list as long.
struct AsyncEvent::Waiter {
    Waiter(const asio::any_io_executor& loop, std::shared_ptr<std::vector<Waiter*>> all)
        : timer(loop), list(std::move(all)) {
        list->push_back(this);
    }
    ~Waiter() { std::erase(*list, this); }
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    asio::steady_timer timer;
    std::shared_ptr<std::vector<Waiter*>> list;
    bool is_released = false;
};

AsyncEvent::AsyncEvent(asio::any_io_executor loop)
    : loop_(std::move(loop)), waiters_(std::make_shared<std::vector<Waiter*>>()) {}

AsyncEvent::~AsyncEvent() {
    for (Waiter* waiter : *waiters_) waiter->timer.cancel();
}

void AsyncEvent::set() {
    is_set_ = true;
    for (Waiter* waiter : *waiters_) {
        // The mark, not the timer's result, tells what happened: a timer that has just expired can't be cancelled.
        waiter->is_released = true;
        waiter->timer.cancel();
    }
}

asio::awaitable<void> AsyncEvent::wait() {
    if (is_set_) co_return;
    Waiter waiter(loop_, waiters_);
    waiter.timer.expires_at(asio::steady_timer::time_point::max());
    boost::system::error_code ignored;
    co_await waiter.timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    // The event may be gone by now: only what is in this frame may be looked at.
    if (!waiter.is_released) throw boost::system::system_error(asio::error::operation_aborted);
}

asio::awaitable<bool> AsyncEvent::wait_for(std::chrono::steady_clock::duration limit) {
    if (is_set_) co_return true;
    Waiter waiter(loop_, waiters_);
    // A limit of "for ever" must not overflow into the past.
    waiter.timer.expires_after(std::min<std::chrono::steady_clock::duration>(limit, std::chrono::hours(24 * 365)));
    boost::system::error_code error;
    co_await waiter.timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
    if (waiter.is_released) co_return true;
    if (error) throw boost::system::system_error(error);
    co_return false;
}

}  // namespace evald
