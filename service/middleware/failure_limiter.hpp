#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <map>

namespace evald::service {

/// Counts failed logins by address, so that guessing is slow. IPv6 addresses count by their /64. Bounded memory: when
/// too many addresses are known, those whose minute is over go first, then all. Loop thread.
class FailureLimiter {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// `per_minute` 0: no limit.
    explicit FailureLimiter(int per_minute) : per_minute_(per_minute) {}

    /// Counts one; true when the address has had more than its share in this minute.
    bool note_failure(const boost::asio::ip::address& peer, TimePoint now);

private:
    struct Window {
        TimePoint start;
        int failures = 0;
    };
    void make_room(TimePoint now);

    int per_minute_;
    std::map<boost::asio::ip::address, Window> windows_;
};

}  // namespace evald::service
