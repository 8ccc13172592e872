#include "http/router.hpp"

#include "http/target.hpp"

namespace evald::service {
namespace {

std::string_view take_segment(std::string_view& path) {
    path.remove_prefix(1);  // the slash
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    return segment;
}

/// Whether `path` fits `pattern`; the values of its parameters are appended.
bool fits(std::string_view pattern, std::string_view path, std::vector<std::string>& parameters) {
    if (pattern == path) return pattern.find('{') == std::string_view::npos;  // braces are no value for themselves
    while (!pattern.empty() && !path.empty()) {
        if (pattern.starts_with("/{+")) {
            const auto rest = percent_decoded(path.substr(1));
            if (rest) parameters.push_back(*rest);
            return rest.has_value();
        }
        const std::string_view wanted = take_segment(pattern);
        const std::string_view found = take_segment(path);
        const auto value = percent_decoded(found);
        if (!value) return false;
        if (wanted.starts_with('{')) {
            if (value->empty()) return false;
            parameters.push_back(*value);
        } else if (*value != wanted) {
            return false;
        }
    }
    return pattern.empty() && path.empty();
}

void add_allowed(std::string& allowed, std::string_view method) {
    if (!allowed.empty()) allowed += ", ";
    allowed += method;
}

}  // namespace

RouteMatch match_route(std::span<const Endpoint> endpoints, Method method, std::string_view path) {
    RouteMatch match;
    if (!path.starts_with('/')) return match;
    for (const Endpoint& endpoint : endpoints) {
        std::vector<std::string> parameters;
        if (!fits(endpoint.pattern, path, parameters)) continue;
        if (endpoint.method == method || (method == Method::head && endpoint.takes_head)) {
            match.endpoint = &endpoint;
            match.parameters = std::move(parameters);
            return match;
        }
        add_allowed(match.allowed, method_name(endpoint.method));
        if (endpoint.takes_head) add_allowed(match.allowed, "HEAD");
    }
    return match;
}

}  // namespace evald::service
