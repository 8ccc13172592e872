#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

namespace evald::service {

/// While it lives, lines of LogEvents below a warning go out together, at most 10 ms late: a system call for each run's
/// line took 5 % of the server's time under load. All else is written at once, after them. Loop thread.
class LogPace {
public:
    explicit LogPace(const boost::asio::any_io_executor& loop);
    /// Writes what waits.
    ~LogPace();
    LogPace(const LogPace&) = delete;
    LogPace& operator=(const LogPace&) = delete;

private:
    boost::asio::steady_timer timer_;
};

}  // namespace evald::service
