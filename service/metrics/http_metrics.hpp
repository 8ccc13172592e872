#pragma once

#include "execution/statistics.hpp"
#include "http/request.hpp"
#include "http/router.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace evald::service {

/// Counts requests by route pattern, method and status class: labels of closed sets, found by index, so that a request
/// costs a few additions. Loop thread.
class HttpMetrics {
public:
    static constexpr std::size_t k_methods = 7;
    static constexpr std::size_t k_classes = 6;  ///< by the first digit; 0: no answer, the caller had gone

    /// Of one route. Streams and WebSockets last as long as their callers wish.
    struct Route {
        std::string_view pattern;
        std::array<std::array<std::uint64_t, k_classes>, k_methods> requests{};
        std::array<DurationHistogram, k_classes> seconds;
    };

    explicit HttpMetrics(std::span<const Endpoint> endpoints);

    /// `endpoint` null: no route.
    void observe(const Endpoint* endpoint, Method method, int status, std::chrono::nanoseconds duration);
    void unreadable(int status) { ++unreadable_[status]; }
    void failed_handshake() { ++failed_handshakes_; }

    [[nodiscard]] const std::vector<Route>& routes() const { return routes_; }
    /// Requests that could not be read, by the status that they were answered with.
    [[nodiscard]] const std::map<int, std::uint64_t>& unreadable_by_status() const { return unreadable_; }
    /// TLS handshakes that did not come to an end.
    [[nodiscard]] std::uint64_t failed_handshakes() const { return failed_handshakes_; }

private:
    std::span<const Endpoint> endpoints_;
    std::vector<std::size_t> route_of_endpoint_;
    std::vector<Route> routes_;  ///< the last one: "unmatched"
    std::map<int, std::uint64_t> unreadable_;
    std::uint64_t failed_handshakes_ = 0;
};

}  // namespace evald::service
