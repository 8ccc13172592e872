#include "metrics/http_metrics.hpp"

#include <algorithm>

namespace evald::service {

HttpMetrics::HttpMetrics(std::span<const Endpoint> endpoints) : endpoints_(endpoints) {
    for (const Endpoint& endpoint : endpoints) {
        const auto known = std::ranges::find(routes_, endpoint.pattern, &Route::pattern);
        route_of_endpoint_.push_back(static_cast<std::size_t>(known - routes_.begin()));
        if (known == routes_.end()) routes_.emplace_back().pattern = endpoint.pattern;
    }
    routes_.emplace_back().pattern = "unmatched";
}

void HttpMetrics::observe(const Endpoint* endpoint, Method method, int status, std::chrono::nanoseconds duration) {
    const std::size_t index = endpoint == nullptr
                                  ? routes_.size() - 1
                                  : route_of_endpoint_[static_cast<std::size_t>(endpoint - endpoints_.data())];
    Route& route = routes_[index];
    const auto digit = static_cast<std::size_t>(std::clamp(status / 100, 0, static_cast<int>(k_classes) - 1));
    ++route.requests[static_cast<std::size_t>(method)][digit];
    route.seconds[digit].observe(std::chrono::duration<double>(duration).count());
}

}  // namespace evald::service
