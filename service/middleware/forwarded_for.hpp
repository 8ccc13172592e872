#pragma once

#include "http/client_address.hpp"
#include "http/request.hpp"
#include "middleware/peer_networks.hpp"

namespace evald::service {

/// Who sent a request that `peer` brought: the peer, or, if that is a trusted proxy, the last address in
/// X-Forwarded-For that is not one, as each proxy appends whom it was called by. Whatever anybody else says there is
/// not believed; nor is a list in which something that is no address is met on the way.
ClientAddress client_address(const Request& request, const boost::asio::ip::address& peer, const PeerNetworks& proxies);

}  // namespace evald::service
