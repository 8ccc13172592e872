#pragma once

#include <boost/asio/ip/address.hpp>

namespace evald::service {

/// Where a request comes from.
struct ClientAddress {
    boost::asio::ip::address address;
    /// The request came through a proxy that is not known to tell the truth about it: the address is the proxy's.
    bool is_hidden = false;
};

}  // namespace evald::service
