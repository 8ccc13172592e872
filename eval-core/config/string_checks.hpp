#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evald {

/// Checks of strings in the configuration. Each returns what the string must be, or "" when it may stand.

[[nodiscard]] std::string check_not_empty(std::string_view text);
/// An IPv4 or IPv6 address without brackets, or localhost.
[[nodiscard]] std::string check_listen_host(std::string_view text);
/// A host name or address as a Host header names it; with a port only that one counts.
[[nodiscard]] std::string check_host_name(std::string_view text);
/// scheme://host[:port] with http or https and nothing behind it.
[[nodiscard]] std::string check_origin(std::string_view text);
/// http or https, a host, and what follows; no user or fragment. Empty is none.
[[nodiscard]] std::string check_service_url(std::string_view text);
/// An address, optionally with /bits.
[[nodiscard]] std::string check_cidr(std::string_view text);
/// Part of a session id: at most 32 of [A-Za-z0-9_-], or empty.
[[nodiscard]] std::string check_node_name(std::string_view text);
/// A Python module's dotted name, ASCII.
[[nodiscard]] std::string check_module_name(std::string_view text);

/// "FIRST-LAST", numbers of users.
[[nodiscard]] std::string check_user_range(std::string_view text);
[[nodiscard]] std::string check_absolute_path(std::string_view text);
/// One of eval, watch, metrics, admin.
[[nodiscard]] std::string check_scope(std::string_view text);

struct UserRange {
    int first = 0;
    int last = 0;  ///< the last one that belongs to it
};
/// Nothing unless check_user_range() is content.
[[nodiscard]] std::optional<UserRange> parse_user_range(std::string_view text);

/// Whether `host` (as check_listen_host takes it) can be reached from this machine only.
[[nodiscard]] bool is_loopback(std::string_view host);

}  // namespace evald
