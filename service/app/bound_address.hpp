#pragma once

#include <cstdint>
#include <string>

namespace evald::service {

/// "127.0.0.1:8080", "[::1]:8080": how this machine reaches a server that listens on `host`. An address that means all
/// interfaces becomes the loopback one.
std::string reachable_authority(const std::string& host, std::uint16_t port);

}  // namespace evald::service
