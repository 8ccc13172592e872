#include "config/string_checks.hpp"

#include <doctest/doctest.h>
#include <initializer_list>

using namespace evald;

namespace {

using Check = std::string (*)(std::string_view);

void takes(Check check, std::initializer_list<const char*> texts) {
    for (const auto* text : texts) {
        CAPTURE(text);
        CHECK(check(text).empty());
    }
}

void refuses(Check check, std::initializer_list<const char*> texts) {
    for (const auto* text : texts) {
        CAPTURE(text);
        CHECK_FALSE(check(text).empty());
    }
}

}  // namespace

TEST_CASE("the address to listen on is an address or localhost") {
    takes(check_listen_host, {"127.0.0.1", "0.0.0.0", "::1", "::", "localhost"});
    refuses(check_listen_host, {"", "example.org", "[::1]", "127.0.0.1:80", "256.0.0.1"});
}

TEST_CASE("only loopback addresses are loopback") {
    CHECK(is_loopback("127.0.0.1"));
    CHECK(is_loopback("127.8.8.8"));
    CHECK(is_loopback("::1"));
    CHECK(is_loopback("localhost"));
    CHECK_FALSE(is_loopback("0.0.0.0"));
    CHECK_FALSE(is_loopback("::"));
    CHECK_FALSE(is_loopback("10.0.0.1"));
}

TEST_CASE("a host name may have a port but no scheme") {
    takes(check_host_name, {"eval.example.org", "eval", "10.0.0.1", "[::1]", "::1", "eval:8080", "[::1]:8080"});
    refuses(check_host_name, {"", "eval:", "eval:0", ":80", "http://eval", "a b", "[::1", "[10.0.0.1]", "*"});
}

TEST_CASE("an origin is scheme, host and perhaps a port") {
    takes(check_origin, {"https://a.example", "http://localhost:3000", "https://[::1]:8443"});
    refuses(check_origin, {"", "*", "null", "a.example", "https://", "https://a/", "https://a:", "https://a:0",
                           "https://a:65536", "ftp://a", "https://a:1:2"});
}

TEST_CASE("a network is an address with bits, or one address") {
    takes(check_cidr, {"10.0.0.0/8", "::1/128", "192.168.1.7", "0.0.0.0/0", "fd00::/8"});
    refuses(check_cidr, {"", "10.0.0.0/", "10.0.0.0/33", "::1/129", "10.0.0/8", "10.0.0.0/-1", "localhost"});
}

TEST_CASE("a node's name can be part of a session id") {
    takes(check_node_name, {"", "node-1", "a_b"});
    refuses(check_node_name, {"a.b", "a b", "äh", "abcdefghijklmnopqrstuvwxyz0123456"});
}
