#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <vector>

namespace evald {

/// Something that happens once, or again after reset(), and that coroutines wait for.
///
/// set() wakes all who wait at that moment, also when reset() follows before they run. Waiters run later, from the
/// loop, never inside set(). A wait that is cancelled, or whose event is destroyed, throws operation_aborted. Loop
/// thread only.
class AsyncEvent {
public:
    explicit AsyncEvent(boost::asio::any_io_executor loop);
    ~AsyncEvent();
    AsyncEvent(const AsyncEvent&) = delete;
    AsyncEvent& operator=(const AsyncEvent&) = delete;

    void set();
    void reset() { is_set_ = false; }
    [[nodiscard]] bool is_set() const { return is_set_; }

    boost::asio::awaitable<void> wait();
    /// False when `limit` passed first.
    boost::asio::awaitable<bool> wait_for(std::chrono::steady_clock::duration limit);

private:
    struct Waiter;

    boost::asio::any_io_executor loop_;
    std::shared_ptr<std::vector<Waiter*>> waiters_;  ///< shared: a waiter may be destroyed after the event
    bool is_set_ = false;
};

}  // namespace evald
