#include "middleware/forwarded_for.hpp"
#include "../http/parsed_request.hpp"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

using namespace evald::service;
namespace ip = boost::asio::ip;

namespace {

const PeerNetworks k_proxies({"10.0.0.0/8", "127.0.0.1", "fd00::/8"});

/// "ADDRESS", or "ADDRESS hidden".
std::string client_of(std::string_view lines, std::string_view peer = "127.0.0.1",
                      const PeerNetworks& proxies = k_proxies) {
    const auto request = test::get_request("/", lines);
    const ClientAddress client = client_address(*request, ip::make_address(std::string(peer)), proxies);
    return client.address.to_string() + (client.is_hidden ? " hidden" : "");
}

}  // namespace

TEST_CASE("Without a proxy the peer is the caller") {
    CHECK(client_of("", "192.0.2.1") == "192.0.2.1");
    CHECK(client_of("", "127.0.0.1") == "127.0.0.1");
}

TEST_CASE("The last address that is no proxy's is the caller's") {
    CHECK(client_of("X-Forwarded-For: 192.0.2.1\r\n") == "192.0.2.1");
    CHECK(client_of("X-Forwarded-For: 127.0.0.1, 192.0.2.1\r\n") == "192.0.2.1");
    CHECK(client_of("X-Forwarded-For: 198.51.100.7,192.0.2.1 , 10.1.2.3\r\n") == "192.0.2.1");
    CHECK(client_of("x-forwarded-for: 198.51.100.7\r\nX-FORWARDED-FOR: 192.0.2.1\r\n") == "192.0.2.1");
    CHECK(client_of("X-Forwarded-For: 192.0.2.1\r\n", "::ffff:10.0.0.1") == "192.0.2.1");
    CHECK(client_of("X-Forwarded-For: 2001:db8::1, fd00::5\r\n", "fd00::9") == "2001:db8::1");
}

TEST_CASE("Where all are proxies, the first one asked") {
    CHECK(client_of("X-Forwarded-For: 10.0.0.9, 10.0.0.8\r\n") == "10.0.0.9");
    CHECK(client_of("X-Forwarded-For: 10.0.0.9\r\n") == "10.0.0.9");
}

TEST_CASE("Addresses come with ports and brackets, and an IPv4 one counts as what it is") {
    CHECK(client_of("X-Forwarded-For: 192.0.2.1:5000\r\n") == "192.0.2.1");
    CHECK(client_of("X-Forwarded-For: [2001:db8::1]\r\n") == "2001:db8::1");
    CHECK(client_of("X-Forwarded-For: [2001:db8::1]:5000\r\n") == "2001:db8::1");
    CHECK(client_of("X-Forwarded-For: ::ffff:192.0.2.1\r\n") == "192.0.2.1");
}

TEST_CASE("What anybody else forwards is not believed, and the peer may be a proxy") {
    CHECK(client_of("X-Forwarded-For: 192.0.2.1\r\n", "192.0.2.9") == "192.0.2.9 hidden");
    CHECK(client_of("X-Forwarded-For: 192.0.2.1\r\n", "127.0.0.1", PeerNetworks({})) == "127.0.0.1 hidden");
    for (const char* const line : {"Forwarded: for=192.0.2.1", "X-Real-IP: 192.0.2.1", "Via: 1.1 proxy"}) {
        CHECK(client_of(std::string(line) + "\r\n") == "127.0.0.1 hidden");
        CHECK(client_of(std::string(line) + "\r\n", "192.0.2.9") == "192.0.2.9 hidden");
        CHECK(client_of(std::string(line) + "\r\nX-Forwarded-For: 192.0.2.1\r\n") == "192.0.2.1");
    }
}

TEST_CASE("A list that cannot be read says nothing") {
    for (const char* const list :
         {"", " ", ",", "unknown", "192.0.2.1,", "192.0.2.1, x", "192.0.2.1, , 10.0.0.1", "192.0.2",
          "192.0.2.1:", "192.0.2.1:x", "192.0.2.1:123456", "[192.0.2.1]", "[2001:db8::1", "[2001:db8::1]x",
          "fe80::1%eth0", "192.0.2.1;192.0.2.2", "0x7f000001", "127.1"})
        CHECK_MESSAGE(client_of("X-Forwarded-For: " + std::string(list) + "\r\n") == "127.0.0.1 hidden", list);
    // What stands before the caller's address is the caller's own business.
    CHECK(client_of("X-Forwarded-For: nonsense, 192.0.2.1\r\n") == "192.0.2.1");
}
