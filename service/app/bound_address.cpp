#include "app/bound_address.hpp"

namespace evald::service {

std::string reachable_authority(const std::string& host, std::uint16_t port) {
    std::string name = host;
    if (name == "0.0.0.0") name = "127.0.0.1";
    if (name == "::") name = "::1";
    if (name.find(':') != std::string::npos) name = "[" + name + "]";
    return name + ":" + std::to_string(port);
}

}  // namespace evald::service
