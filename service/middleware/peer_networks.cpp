#include "middleware/peer_networks.hpp"

#include <algorithm>
#include <stdexcept>

namespace evald::service {
namespace ip = boost::asio::ip;

PeerNetworks::PeerNetworks(const std::vector<std::string>& networks) {
    for (const std::string& text : networks) {
        const bool has_prefix = text.find('/') != std::string::npos;
        boost::system::error_code error;
        if (text.find(':') == std::string::npos) {
            v4_.push_back(ip::make_network_v4(has_prefix ? text : text + "/32", error));
        } else {
            v6_.push_back(ip::make_network_v6(has_prefix ? text : text + "/128", error));
        }
        if (error) throw std::runtime_error(text + " is no network");
    }
}

bool PeerNetworks::contains(ip::address peer) const {
    if (peer.is_v6() && peer.to_v6().is_v4_mapped()) peer = ip::make_address_v4(ip::v4_mapped, peer.to_v6());
    if (peer.is_v4()) {
        const auto address = peer.to_v4();
        return std::ranges::any_of(v4_, [&address](const ip::network_v4& network) {
            return ip::network_v4(address, network.prefix_length()).canonical() == network.canonical();
        });
    }
    const auto address = peer.to_v6();
    return std::ranges::any_of(v6_, [&address](const ip::network_v6& network) {
        return ip::network_v6(address, network.prefix_length()).canonical() == network.canonical();
    });
}

}  // namespace evald::service
