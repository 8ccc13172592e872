#include "middleware/host_and_origin.hpp"

#include "middleware/peer_networks.hpp"

#include <doctest/doctest.h>

using namespace evald::service;

namespace {

const HostAndOrigin k_rules({"eval.example", "lb.example:8443", "::1", "127.0.0.1"}, {"https://app.example"});

bool takes_host(std::string_view host) { return k_rules.takes_host(host, "10.0.0.5"); }

}  // namespace

TEST_CASE("Host is one of our names, with any port unless the name has its own") {
    for (const auto* host :
         {"eval.example", "eval.example:8080", "EVAL.Example", "eval.example.", "localhost", "localhost:1234",
          "127.0.0.1:8080", "[::1]", "[::1]:8080", "lb.example:8443", "10.0.0.5:80"}) {
        CAPTURE(host);
        CHECK(takes_host(host));
    }
    for (const auto* host : {"", "evil.example", "eval.example.evil.example", "xeval.example", "lb.example",
                             "lb.example:443", "10.0.0.6", "eval.example:port", "eval.example:99999", "eval.example/x",
                             "user@eval.example", "eval.example evil.example", "[::1", "[::2]", "localhost:1:2"}) {
        CAPTURE(host);
        CHECK_FALSE(takes_host(host));
    }
}

TEST_CASE("an Origin is our own or a listed one") {
    const auto takes = [](std::string_view origin, std::string_view host) {
        return k_rules.takes_origin(origin, host);
    };
    CHECK(takes("http://localhost:8080", "localhost:8080"));
    CHECK(takes("http://LOCALHOST:8080", "localhost:8080"));
    CHECK(takes("https://eval.example", "eval.example"));
    CHECK(takes("https://eval.example", "eval.example:443"));
    CHECK(takes("http://eval.example:80", "eval.example"));
    CHECK(takes("http://[::1]:8080", "[::1]:8080"));
    CHECK(takes("https://app.example", "eval.example"));
    CHECK(takes("https://APP.example", "eval.example"));
    for (const auto* origin :
         {"null", "", "https://evil.example", "http://localhost:8080.evil.example", "http://localhost",
          "http://localhost:8081", "https://localhost.evil.example:8080", "file://", "ftp://localhost:8080",
          "http://localhost:8080/x", "https://app.example:444", "http://app.example"}) {
        CAPTURE(origin);
        CHECK_FALSE(takes(origin, "localhost:8080"));
    }
}

TEST_CASE("only listed origins may read answers across origins") {
    CHECK(k_rules.is_listed("https://app.example"));
    CHECK_FALSE(k_rules.is_listed("http://localhost:8080"));
}

TEST_CASE("peers are told by network") {
    const PeerNetworks networks({"127.0.0.0/8", "10.1.0.0/16", "192.0.2.7", "::1/128", "2001:db8::/32"});
    const auto contains = [&networks](const char* text) {
        return networks.contains(boost::asio::ip::make_address(text));
    };
    for (const auto* peer :
         {"127.0.0.1", "127.9.9.9", "10.1.2.3", "192.0.2.7", "::1", "2001:db8:9::1", "::ffff:127.0.0.1"})
        CHECK(contains(peer));
    for (const auto* peer : {"128.0.0.1", "10.2.0.1", "192.0.2.8", "::2", "2001:db9::1", "::ffff:10.2.0.1"})
        CHECK_FALSE(contains(peer));
}
