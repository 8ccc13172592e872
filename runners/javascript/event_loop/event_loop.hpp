#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace evald::js {

/// The runner's one loop: waits for requests, for an interrupt while nothing is busy, and for timers. Knows no script;
/// the handlers do the work and may take as long as they like. Asio stays in the .cpp file.
class EventLoop {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    struct Handlers {
        std::function<void()> requests_readable;
        std::function<void()> interrupted;
        std::function<void()> timer_due;
        std::function<void()> before_sleep;  ///< nothing more to do at once
    };

    EventLoop(int request_descriptor, int interrupt_descriptor, Handlers handlers);
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    /// Until stop().
    void run();
    void stop();

    /// When timer_due is to be called next; nothing: never.
    void set_timer(std::optional<TimePoint> due);
    /// Calls `callback` once, when the descriptor can be read (or written), or is broken. It must stay open until then.
    void when_ready(int descriptor, bool for_writing, std::function<void()> callback);
    /// Calls `task` in a later turn. The only function for other threads too.
    void post(std::function<void()> task);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace evald::js
