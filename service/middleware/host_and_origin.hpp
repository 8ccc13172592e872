#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evald::service {

/// "host:port" or "[::1]:8080" taken apart. `host` is in lower case, an IPv6 address without its brackets.
struct Authority {
    std::string host;
    std::optional<std::uint16_t> port;
};
/// Nothing for what is no host with an optional port.
std::optional<Authority> parse_authority(std::string_view text);

/// Which Host and Origin values are taken. A page that has had its name rebound to our address, or that simply posts
/// across origins, is told from our own by these two fields. Read-only after construction.
class HostAndOrigin {
public:
    /// `names`: hosts with or without a port. `origins`: "https://app.example" as a browser sends it.
    HostAndOrigin(std::vector<std::string> names, const std::vector<std::string>& origins);

    /// `local`: the address that the connection came to, as text; always a good Host.
    [[nodiscard]] bool takes_host(std::string_view host, std::string_view local) const;
    /// The same host and port as `host`, by http or https (a proxy may speak TLS for us), or a listed origin.
    [[nodiscard]] bool takes_origin(std::string_view origin, std::string_view host) const;
    /// The former alone.
    [[nodiscard]] static bool is_same(std::string_view origin, std::string_view host);
    /// A listed origin: its pages may read answers.
    [[nodiscard]] bool is_listed(std::string_view origin) const;

private:
    std::vector<Authority> names_;
    std::vector<std::string> origins_;
};

}  // namespace evald::service
