#include "remote_tools/tool_url.hpp"

#include <doctest/doctest.h>

using namespace evald::service;

TEST_CASE("a URL is taken apart") {
    const auto plain = parse_tool_url("http://Tools.example/a/b?c=d");
    REQUIRE(plain);
    CHECK_FALSE(plain->is_tls);
    CHECK(plain->host == "tools.example");
    CHECK(plain->port == "80");
    CHECK(plain->target == "/a/b?c=d");
    CHECK(plain->authority() == "tools.example");
    const auto other = parse_tool_url("https://[::1]:8443?x");
    REQUIRE(other);
    CHECK(other->is_tls);
    CHECK(other->host == "::1");
    CHECK(other->target == "/?x");
    CHECK(other->authority() == "[::1]:8443");
    for (const auto* text :
         {"", "ftp://x", "http://", "http://a b", "http://a@b", "http://a/#f", "//a", "http://a:0"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_tool_url(text));
    }
}

TEST_CASE("a redirect is followed at the same scheme, host and port only") {
    const auto from = *parse_tool_url("https://t.example/a");
    REQUIRE(follow_redirect(from, "/b?c"));
    CHECK(follow_redirect(from, "/b?c")->target == "/b?c");
    CHECK(follow_redirect(from, "https://T.example:443/d")->target == "/d");
    for (const auto* text :
         {"", "b", "//evil.example/b", "http://t.example/b", "https://t.example:8443/", "https://evil.example/"}) {
        CAPTURE(text);
        CHECK_FALSE(follow_redirect(from, text));
    }
}
