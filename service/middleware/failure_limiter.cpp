#include "middleware/failure_limiter.hpp"

#include <algorithm>

namespace evald::service {
namespace {

constexpr std::size_t k_known_addresses = 10'000;
constexpr std::chrono::minutes k_window{1};

boost::asio::ip::address network_of(const boost::asio::ip::address& peer) {
    if (peer.is_v4()) return peer;
    auto bytes = peer.to_v6().to_bytes();
    const auto v6 = peer.to_v6();
    if (v6.is_v4_mapped()) return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, v6);
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return boost::asio::ip::address_v6(bytes);
}

}  // namespace

bool FailureLimiter::note_failure(const boost::asio::ip::address& peer, TimePoint now) {
    if (per_minute_ <= 0) return false;
    if (windows_.size() >= k_known_addresses) make_room(now);
    Window& window = windows_[network_of(peer)];
    if (window.failures == 0 || now - window.start >= k_window) {
        window.start = now;
        window.failures = 0;
    }
    return ++window.failures > per_minute_;
}

void FailureLimiter::make_room(TimePoint now) {
    std::erase_if(windows_, [now](const auto& entry) { return now - entry.second.start >= k_window; });
    if (windows_.size() >= k_known_addresses) windows_.clear();
}

}  // namespace evald::service
