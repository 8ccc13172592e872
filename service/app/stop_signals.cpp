#include "app/stop_signals.hpp"

#include <csignal>
#include <cstdlib>
#include <spdlog/spdlog.h>
#include <utility>

namespace evald::service {

StopSignals::StopSignals(boost::asio::any_io_executor loop, std::function<void()> on_hangup)
    : signals_(loop, SIGTERM, SIGINT, SIGHUP), requested_(loop), on_hangup_(std::move(on_hangup)) {
    wait();
}

void StopSignals::wait() {
    signals_.async_wait([this](const boost::system::error_code& error, int number) {
        if (error) return;
        if (number == SIGHUP) {
            on_hangup_();
        } else if (!requested_.is_set()) {
            spdlog::info("signal {}: draining; a second one ends at once", number);
            requested_.set();
        } else {
            spdlog::warn("signal {}: ending at once", number);
            std::_Exit(128 + number);
        }
        wait();
    });
}

}  // namespace evald::service
