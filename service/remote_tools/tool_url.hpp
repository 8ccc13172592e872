#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace evald::service {

/// Where a tool of the configuration is: scheme, host and port are fixed, the target is what a request names there.
struct ToolUrl {
    bool is_tls = false;
    std::string host;    ///< without brackets
    std::string port;    ///< digits
    std::string target;  ///< path and query, begins with '/'

    /// As a Host header names it: without the scheme's own port.
    [[nodiscard]] std::string authority() const;
    [[nodiscard]] bool is_same_place(const ToolUrl& other) const;
};

/// `url` as check_service_url() takes it; nothing otherwise.
[[nodiscard]] std::optional<ToolUrl> parse_tool_url(std::string_view url);

/// Where a redirect leads, if that is at the same scheme, host and port; nothing otherwise.
[[nodiscard]] std::optional<ToolUrl> follow_redirect(const ToolUrl& from, std::string_view location);

}  // namespace evald::service
