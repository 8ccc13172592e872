#include "app/log_pace.hpp"

#include "app/logging.hpp"

#include <chrono>

namespace evald::service {

constexpr std::chrono::milliseconds k_delay{10};

LogPace::LogPace(const boost::asio::any_io_executor& loop) : timer_(loop) {
    log_batch().set_pace([this] {
        timer_.expires_after(k_delay);
        timer_.async_wait([](boost::system::error_code) { log_batch().write_waiting(); });
    });
}

LogPace::~LogPace() { log_batch().set_pace({}); }

}  // namespace evald::service
