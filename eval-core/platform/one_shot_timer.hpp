#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <functional>
#include <memory>

namespace evald {

/// Calls a function once after a while, unless it is cancelled, armed anew or destroyed first.
///
/// Those three hold even when the time has passed and the call is already queued, which a bare steady_timer does not
/// promise. Loop thread only; the function runs from the loop.
class OneShotTimer {
public:
    explicit OneShotTimer(boost::asio::any_io_executor loop);
    ~OneShotTimer();
    OneShotTimer(const OneShotTimer&) = delete;
    OneShotTimer& operator=(const OneShotTimer&) = delete;

    void arm(std::chrono::steady_clock::duration delay, std::function<void()> action);
    void cancel();
    [[nodiscard]] bool is_armed() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace evald
