#include "closed_routes.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace launcher {
namespace {

struct Network {
    const char* address;
    unsigned char bits;
};
/// Link-local, with most clouds' metadata; Azure's, Alibaba's and Oracle's, which lie elsewhere.
constexpr std::array<Network, 4> k_closed{
    {{"169.254.0.0", 16}, {"168.63.129.16", 32}, {"100.100.100.200", 32}, {"192.0.0.192", 32}}};

struct RouteRequest {
    nlmsghdr header{};
    rtmsg route{};
    rtattr attribute{};
    std::uint32_t destination = 0;
};

int acknowledge(int socket) {
    struct {
        nlmsghdr header;
        nlmsgerr error;
    } answer{};
    const ssize_t size = ::recv(socket, &answer, sizeof answer, 0);
    if (size < static_cast<ssize_t>(sizeof answer) || answer.header.nlmsg_type != NLMSG_ERROR) return EPROTO;
    // The same twice is no harm: an address may stand on two interfaces.
    return answer.error.error == 0 || answer.error.error == -EEXIST ? 0 : -answer.error.error;
}

int close_route(int socket, std::uint32_t address, unsigned char bits) {
    RouteRequest request;
    request.header.nlmsg_len = sizeof request;
    request.header.nlmsg_type = RTM_NEWROUTE;
    request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL;
    request.route.rtm_family = AF_INET;
    request.route.rtm_dst_len = bits;
    request.route.rtm_table = RT_TABLE_MAIN;
    request.route.rtm_protocol = RTPROT_STATIC;
    request.route.rtm_scope = RT_SCOPE_UNIVERSE;
    request.route.rtm_type = RTN_UNREACHABLE;
    request.attribute.rta_len = RTA_LENGTH(sizeof request.destination);
    request.attribute.rta_type = RTA_DST;
    request.destination = address;
    if (::send(socket, &request, sizeof request, 0) < 0) return errno;
    return acknowledge(socket);
}

int close_all(int socket, const std::vector<std::uint32_t>& own) {
    for (const Network& network : k_closed) {
        in_addr address{};
        ::inet_pton(AF_INET, network.address, &address);
        if (const int error = close_route(socket, address.s_addr, network.bits)) return error;
    }
    for (const std::uint32_t address : own)
        if (const int error = close_route(socket, address, 32)) return error;
    return 0;
}

}  // namespace

bool find_own_addresses(std::vector<std::uint32_t>& found) {
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return false;
    for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
        if (entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != AF_INET) continue;
        sockaddr_in address{};
        std::memcpy(&address, entry->ifa_addr, sizeof address);
        found.push_back(address.sin_addr.s_addr);
    }
    ::freeifaddrs(first);
    return true;
}

int close_routes(const std::vector<std::uint32_t>& own) {
    const int socket = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (socket < 0) return errno;
    const int error = close_all(socket, own);
    ::close(socket);
    return error;
}

}  // namespace launcher
