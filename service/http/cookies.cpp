#include "http/cookies.hpp"

#include <algorithm>

namespace evald::service {

std::string cookie_value(const Request& request, std::string_view name) {
    for (const Request::Field& field : request.fields()) {
        if (!equals_ignoring_case(field.name, "Cookie")) continue;
        std::string_view rest = field.value;
        while (!rest.empty()) {
            const std::string_view item = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(rest.size(), item.size() + 1));
            const std::string_view pair = trimmed(item);
            const auto equals = pair.find('=');
            if (equals != std::string_view::npos && pair.substr(0, equals) == name) return std::string(pair.substr(equals + 1));
        }
    }
    return {};
}

}  // namespace evald::service
