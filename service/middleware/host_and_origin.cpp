#include "middleware/host_and_origin.hpp"

#include "http/request.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace evald::service {
namespace {

std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    return out;
}

bool is_host_text(std::string_view text, bool is_ip6) {
    const std::string_view allowed =
        is_ip6 ? "0123456789abcdefABCDEF:." : "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

bool read_port(std::string_view text, std::optional<std::uint16_t>& port) {
    if (text.empty()) return true;
    if (text.front() != ':') return false;
    text.remove_prefix(1);
    if (text.empty()) return true;  // "host:" is allowed and means the default
    std::uint16_t value = 0;
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    port = value;
    return error == std::errc() && last == text.data() + text.size();
}

}  // namespace

std::optional<Authority> parse_authority(std::string_view text) {
    Authority authority;
    const bool is_ip6 = text.starts_with('[');
    std::string_view host, rest;
    if (is_ip6) {
        const auto end = text.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        host = text.substr(1, end - 1);
        rest = text.substr(end + 1);
    } else {
        host = text.substr(0, text.find(':'));
        rest = text.substr(host.size());
    }
    if (!is_host_text(host, is_ip6) || !read_port(rest, authority.port)) return std::nullopt;
    authority.host = lower_case(host);
    if (!is_ip6 && authority.host.size() > 1 && authority.host.ends_with('.')) authority.host.pop_back();
    return authority;
}

HostAndOrigin::HostAndOrigin(std::vector<std::string> names, const std::vector<std::string>& origins) {
    names.emplace_back("localhost");
    for (const std::string& name : names) {
        // A bare IPv6 address is meant where its brackets are missing.
        const bool is_bare_ip6 = std::ranges::count(name, ':') > 1 && !name.starts_with('[');
        const auto authority = parse_authority(is_bare_ip6 ? "[" + name + "]" : name);
        if (authority) names_.push_back(*authority);
    }
    for (const std::string& origin : origins) origins_.push_back(lower_case(origin));
}

bool HostAndOrigin::takes_host(std::string_view host, std::string_view local) const {
    const auto authority = parse_authority(host);
    if (!authority) return false;
    if (authority->host == local) return true;
    return std::ranges::any_of(names_, [&authority](const Authority& name) {
        return name.host == authority->host && (!name.port || name.port == authority->port);
    });
}

bool HostAndOrigin::takes_origin(std::string_view origin, std::string_view host) const {
    return is_listed(origin) || is_same(origin, host);
}

bool HostAndOrigin::is_same(std::string_view origin, std::string_view host) {
    const bool is_https = origin.starts_with("https://");
    if (!is_https && !origin.starts_with("http://")) return false;
    const std::uint16_t standard_port = is_https ? 443 : 80;
    const auto from = parse_authority(origin.substr(origin.find("//") + 2));
    const auto here = parse_authority(host);
    return from && here && from->host == here->host &&
           from->port.value_or(standard_port) == here->port.value_or(standard_port);
}

bool HostAndOrigin::is_listed(std::string_view origin) const {
    return std::ranges::find(origins_, lower_case(origin)) != origins_.end();
}

}  // namespace evald::service
