#include "measure/summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace bench {
namespace {

double rounded(double value) { return std::round(value * 100.0) / 100.0; }

}  // namespace

nlohmann::json summary(std::vector<double> values, double scale) {
    nlohmann::json result = nlohmann::json::object();
    if (values.empty()) return result;
    std::sort(values.begin(), values.end());
    // The nearest rank: of 20 values the 19th is p95.
    const auto quantile = [&values, scale](double share) {
        const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
        return rounded(values[std::max<std::size_t>(rank, 1) - 1] * scale);
    };
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    result["n"] = values.size();
    result["min"] = rounded(values.front() * scale);
    for (const auto& [name, share] : {std::pair{"p50", 0.50}, std::pair{"p95", 0.95}, std::pair{"p99", 0.99}})
        result[name] = quantile(share);
    result["max"] = rounded(values.back() * scale);
    result["mean"] = rounded(sum / static_cast<double>(values.size()) * scale);
    return result;
}

}  // namespace bench
