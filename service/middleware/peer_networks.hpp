#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <string>
#include <vector>

namespace evald::service {

/// A list of networks ("10.0.0.0/8", "::1/128", or a single address). Read-only after construction.
class PeerNetworks {
public:
    /// Throws std::runtime_error for what is no network; the configuration has been checked before.
    explicit PeerNetworks(const std::vector<std::string>& networks);
    /// An IPv4 address that came over an IPv6 socket counts as what it is.
    [[nodiscard]] bool contains(boost::asio::ip::address peer) const;

private:
    std::vector<boost::asio::ip::network_v4> v4_;
    std::vector<boost::asio::ip::network_v6> v6_;
};

}  // namespace evald::service
