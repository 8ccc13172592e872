#include "protocol/request_source.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace evald::js {

namespace {
/// A request's code has at most a few MiB, a tool's value 8 MiB; escaping can make six of each byte.
constexpr std::size_t k_max_line = 64 << 20;
}  // namespace

RequestSource::RequestSource(int descriptor) : descriptor_(descriptor), lines_(k_max_line) {
    const int flags = ::fcntl(descriptor_, F_GETFL);
    ::fcntl(descriptor_, F_SETFL, flags | O_NONBLOCK);
}

bool RequestSource::read_available() {
    std::array<char, 64 << 10> buffer;
    for (;;) {
        const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
        if (count > 0) {
            lines_.feed({buffer.data(), static_cast<std::size_t>(count)});
            while (const auto line = lines_.next()) {
                if (auto request = parse_request(*line)) {
                    queue_.push_back(std::move(*request));
                }
            }
            if (static_cast<std::size_t>(count) < buffer.size()) {
                return true;
            }
        } else if (count == 0) {
            open_ = false;
            return false;
        } else if (errno != EINTR) {
            open_ = errno == EAGAIN;
            return open_;
        }
    }
}

std::optional<Request> RequestSource::next(bool is_busy) {
    if (queue_.empty() || (is_busy && std::holds_alternative<RunCell>(queue_.front()))) {
        return std::nullopt;
    }
    std::optional<Request> request = std::move(queue_.front());
    queue_.pop_front();
    return request;
}

bool RequestSource::is_abandoned() const {
    pollfd waiting{descriptor_, 0, 0};
    return ::poll(&waiting, 1, 0) > 0 && (waiting.revents & (POLLHUP | POLLERR)) != 0;
}

bool RequestSource::take_barrier(double number) {
    const auto found = std::find_if(queue_.begin(), queue_.end(), [number](const Request& request) {
        const auto* reached = std::get_if<BarrierReached>(&request);
        return reached != nullptr && reached->number == number;
    });
    if (found == queue_.end()) {
        return false;
    }
    queue_.erase(found);
    return true;
}

bool RequestSource::wait_for_barrier(double number, std::chrono::milliseconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!take_barrier(number)) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
        if (left <= 0 || !open_) {
            return false;
        }
        pollfd waiting{descriptor_, POLLIN, 0};
        if (::poll(&waiting, 1, static_cast<int>(left)) > 0) {
            read_available();
        }
    }
    return true;
}

}  // namespace evald::js
