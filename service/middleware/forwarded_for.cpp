#include "middleware/forwarded_for.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace evald::service {
namespace ip = boost::asio::ip;
namespace {

constexpr std::string_view k_list = "X-Forwarded-For";
/// What proxies add, by which a request that came through one can be told.
constexpr std::array<std::string_view, 4> k_traces{k_list, "Forwarded", "X-Real-IP", "Via"};

bool went_through_proxy(const Request& request) {
    return std::ranges::any_of(k_traces, [&request](std::string_view name) { return request.count(name) > 0; });
}

bool is_port(std::string_view text) {
    return text.empty() || (text.size() > 1 && text.size() <= 6 && text.front() == ':' &&
                            text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

/// "192.0.2.1", "2001:db8::1" or "[2001:db8::1]", the first and the last also with a port.
std::optional<ip::address> read_address(std::string_view text) {
    std::string_view host = text, port;
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        host = text.substr(1, end - 1);
        port = text.substr(end + 1);
        if (host.find(':') == std::string_view::npos) return std::nullopt;
    } else if (std::ranges::count(text, ':') == 1) {
        host = text.substr(0, text.find(':'));
        port = text.substr(host.size());
    }
    boost::system::error_code error;
    const auto address = ip::make_address(std::string(host), error);
    // A zone is of the proxy's machine and means nothing here.
    if (error || !is_port(port) || host.find('%') != std::string_view::npos) return std::nullopt;
    if (address.is_v6() && address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
    return address;
}

}  // namespace

ClientAddress client_address(const Request& request, const ip::address& peer, const PeerNetworks& proxies) {
    ClientAddress client;
    client.address = peer;
    client.is_hidden = went_through_proxy(request);
    if (!client.is_hidden || request.count(k_list) == 0 || !proxies.contains(peer)) return client;
    const std::string list = request.joined(k_list);
    std::string_view rest = list;
    while (true) {
        const auto comma = rest.rfind(',');
        const std::string_view last = comma == std::string_view::npos ? rest : rest.substr(comma + 1);
        const auto address = read_address(trimmed(last));
        if (!address) return client;
        // Where all are proxies, the first of them is who asked.
        if (!proxies.contains(*address) || comma == std::string_view::npos) return ClientAddress{*address, false};
        rest = rest.substr(0, comma);
    }
}

}  // namespace evald::service
