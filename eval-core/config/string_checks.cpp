#include "config/string_checks.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <optional>
#include <system_error>

namespace evald {
namespace {

std::optional<boost::asio::ip::address> parse_address(std::string_view text) {
    boost::system::error_code error;
    auto address = boost::asio::ip::make_address(text, error);
    if (error) return std::nullopt;
    return address;
}

std::optional<int> parse_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.front() == '-') return std::nullopt;
    return value;
}

bool is_alphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_host_name(std::string_view text) {
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
        const auto address = parse_address(text.substr(1, text.size() - 2));
        return address && address->is_v6();
    }
    return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), [](char c) {
        return is_alphanumeric(c) || c == '-' || c == '.' || c == '_';
    });
}

/// Splits "host:port"; the port is empty when there is none. Colons within brackets belong to the host.
std::pair<std::string_view, std::string_view> split_port(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || text.find(']', colon) != std::string_view::npos) return {text, {}};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

bool is_port(std::string_view text) {
    if (text.empty()) return false;
    const auto port = parse_number(text);
    return port && *port >= 1 && *port <= 65'535;
}

bool is_origin(std::string_view text) {
    for (const std::string_view scheme : {"https://", "http://"}) {
        if (!text.starts_with(scheme)) continue;
        const auto authority = text.substr(scheme.size());
        const auto [host, port] = split_port(authority);
        const bool has_port = host.size() != authority.size();
        return is_host_name(host) && (!has_port || is_port(port));
    }
    return false;
}

bool is_cidr(std::string_view text) {
    const auto slash = text.find('/');
    const auto address = parse_address(text.substr(0, slash));
    if (!address) return false;
    if (slash == std::string_view::npos) return true;
    const auto digits = text.substr(slash + 1);
    if (digits.empty()) return false;
    const auto bits = parse_number(digits);
    return bits && *bits <= (address->is_v4() ? 32 : 128);
}

}  // namespace

std::string check_not_empty(std::string_view text) { return text.empty() ? "must not be empty" : ""; }

std::string check_listen_host(std::string_view text) {
    return text == "localhost" || parse_address(text) ? "" : "must be an IPv4 or IPv6 address, or localhost";
}

std::string check_host_name(std::string_view text) {
    const auto [host, port] = split_port(text);
    const bool has_port = host.size() != text.size();
    const bool fits = parse_address(text) || (is_host_name(host) && (!has_port || is_port(port)));
    return fits ? "" : "must be a host name or address, perhaps with a port";
}

std::string check_origin(std::string_view text) {
    return is_origin(text) ? "" : "must be an origin: http:// or https://, a host, and perhaps a port";
}

std::string check_service_url(std::string_view text) {
    const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; }) &&
                          text.find_first_of("@#\"<>\\^`{|}") == std::string_view::npos;
    const auto scheme = text.find("://");
    const auto path = scheme == std::string_view::npos ? scheme : text.find_first_of("/?", scheme + 3);
    const bool fits = text.empty() || (is_plain && is_origin(text.substr(0, path)));
    return fits ? "" : "must be a URL: http:// or https://, a host, perhaps a port, path and query";
}

std::string check_cidr(std::string_view text) {
    return is_cidr(text) ? "" : "must be an address or a network, such as 10.0.0.0/8 or ::1/128";
}

std::string check_node_name(std::string_view text) {
    const bool fits = text.size() <= 32 && std::all_of(text.begin(), text.end(), [](char c) {
                          return is_alphanumeric(c) || c == '-' || c == '_';
                      });
    return fits ? "" : "must be at most 32 letters, digits, - or _";
}

std::string check_module_name(std::string_view text) {
    bool begins = true;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9';
        const bool fits = c == '.' ? !begins : c == '_' || (is_alphanumeric(c) && !(begins && is_digit));
        if (!fits) return "must be a module's name, such as numpy or os.path";
        begins = c == '.';
    }
    return begins ? "must be a module's name, such as numpy or os.path" : "";
}

std::optional<UserRange> parse_user_range(std::string_view text) {
    const auto dash = text.find('-');
    if (dash == std::string_view::npos || dash == 0 || dash + 1 == text.size()) return std::nullopt;
    const auto first = parse_number(text.substr(0, dash));
    const auto last = parse_number(text.substr(dash + 1));
    if (!first || !last || *first < 1 || *last <= *first) return std::nullopt;
    return UserRange{*first, *last};
}

std::string check_user_range(std::string_view text) {
    return parse_user_range(text) ? "" : "must be two numbers of users above 0, such as 20000-29999";
}

std::string check_absolute_path(std::string_view text) {
    return text.starts_with('/') && text.find('\0') == std::string_view::npos ? "" : "must be an absolute path";
}

std::string check_scope(std::string_view text) {
    const bool is_known = text == "eval" || text == "watch" || text == "metrics" || text == "admin";
    return is_known ? "" : "must be one of eval, watch, metrics, admin";
}

bool is_loopback(std::string_view host) {
    if (host == "localhost") return true;
    const auto address = parse_address(host);
    return address && address->is_loopback();
}

}  // namespace evald
