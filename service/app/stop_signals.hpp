#pragma once

#include "platform/async_event.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/signal_set.hpp>
#include <functional>

namespace evald::service {

/// SIGTERM and SIGINT: the first asks for a stop in good order, the second ends the process at once (kernels die with
/// it). SIGHUP calls `on_hangup`: where what can be reloaded is reloaded. Loop thread.
class StopSignals {
public:
    StopSignals(boost::asio::any_io_executor loop, std::function<void()> on_hangup);

    [[nodiscard]] AsyncEvent& stop_requested() { return requested_; }
    /// No longer listens, so that the loop can end.
    void cancel() { signals_.cancel(); }

private:
    void wait();

    boost::asio::signal_set signals_;
    AsyncEvent requested_;
    std::function<void()> on_hangup_;
};

}  // namespace evald::service
