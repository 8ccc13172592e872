#include "remote_tools/tool_url.hpp"

#include "config/string_checks.hpp"

#include <algorithm>

namespace evald::service {
namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

}  // namespace

std::string ToolUrl::authority() const {
    const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
    return port == (is_tls ? "443" : "80") ? name : name + ":" + port;
}

bool ToolUrl::is_same_place(const ToolUrl& other) const {
    return is_tls == other.is_tls && host == other.host && port == other.port;
}

std::optional<ToolUrl> parse_tool_url(std::string_view url) {
    if (url.empty() || !check_service_url(url).empty()) return std::nullopt;
    ToolUrl parsed;
    parsed.is_tls = url.starts_with("https://");
    url.remove_prefix(parsed.is_tls ? 8 : 7);
    const auto end = std::min(url.find_first_of("/?"), url.size());
    std::string_view authority = url.substr(0, end);
    parsed.target = url.substr(end);
    if (!parsed.target.starts_with('/')) parsed.target.insert(0, "/");
    parsed.port = parsed.is_tls ? "443" : "80";
    const auto colon = authority.rfind(':');
    if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
        parsed.port = authority.substr(colon + 1);
        authority = authority.substr(0, colon);
    }
    if (authority.starts_with('[')) authority = authority.substr(1, authority.size() - 2);
    parsed.host = lower_case(authority);
    return parsed;
}

std::optional<ToolUrl> follow_redirect(const ToolUrl& from, std::string_view location) {
    std::optional<ToolUrl> to;
    if (location.starts_with('/') && !location.starts_with("//")) {
        const std::string whole = (from.is_tls ? "https://" : "http://") + from.authority() + std::string(location);
        to = parse_tool_url(whole);
    } else {
        to = parse_tool_url(location);
    }
    if (!to || !to->is_same_place(from)) return std::nullopt;
    return to;
}

}  // namespace evald::service
