// Any text as a path: a route that fits has a value for each of its parameters, and no empty one.
// without: http/exchange.hpp http/response.hpp
#include "http/router.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace evald::service;

Endpoint endpoint(const char* pattern) {
    Endpoint made{};
    made.method = Method::get;
    made.pattern = pattern;
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::array<Endpoint, 4> endpoints{endpoint("/"), endpoint("/runs/{run}"),
                                                   endpoint("/sessions/{id}/events"), endpoint("/artifact/{id}")};
    const std::string_view path(reinterpret_cast<const char*>(data), size);
    const RouteMatch match = match_route(endpoints, Method::get, path);
    if (match.endpoint == nullptr) return 0;
    const auto wanted = std::count(match.endpoint->pattern.begin(), match.endpoint->pattern.end(), '{');
    if (static_cast<std::ptrdiff_t>(match.parameters.size()) != wanted) std::abort();
    for (const std::string& parameter : match.parameters)
        if (parameter.empty()) std::abort();
    return 0;
}
