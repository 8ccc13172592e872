#include "log/log_batch.hpp"

#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace evald::service {

void LogBatch::write(std::string_view line) {
    const std::lock_guard lock(mutex_);
    waiting_ += line;
    drain();
}

void LogBatch::write_later(std::string_view line) {
    constexpr std::size_t k_most = 64 * 1024;  // what a pipe takes
    const std::lock_guard lock(mutex_);
    const bool is_first = waiting_.empty();
    waiting_ += line;
    if (pace_ == nullptr || waiting_.size() >= k_most)
        drain();
    else if (is_first)
        pace_();
}

void LogBatch::write_waiting() {
    const std::lock_guard lock(mutex_);
    drain();
}

void LogBatch::set_pace(std::function<void()> pace) {
    const std::lock_guard lock(mutex_);
    drain();
    pace_ = std::move(pace);
}

void LogBatch::drain() {
    std::string_view rest = waiting_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {  // somebody who shares it has made it non-blocking
            pollfd writable{descriptor_, POLLOUT, 0};
            ::poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            break;
        }
    }
    waiting_.clear();
}

}  // namespace evald::service
