#include "middleware/csrf.hpp"

#include "unit/service/http/parsed_request.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald::service;
using namespace evald::service::test;

namespace {

bool passes(const std::string& method, const std::string& token, const std::string& lines = "") {
    const auto request = parsed_request(method + " /x HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n");
    return repeats_csrf_token(*request, token);
}

}  // namespace

TEST_CASE("what changes something in the name of the cookie must repeat its CSRF token") {
    for (const std::string method : {"POST", "PUT", "DELETE"}) {
        CAPTURE(method);
        CHECK(passes(method, "secret", "X-CSRF-Token: secret\r\n"));
        CHECK_FALSE(passes(method, "secret"));
        CHECK_FALSE(passes(method, "secret", "X-CSRF-Token: secre\r\n"));
        CHECK_FALSE(passes(method, "secret", "X-CSRF-Token: Secret\r\n"));
        CHECK(passes(method, ""));  // let in by a bearer token, which no browser sends by itself
    }
}

TEST_CASE("the cookie is for the page alone") {
    const auto may = [](std::string_view lines, bool is_own) {
        return may_use_cookie(*get_request("/eval/stream", lines), is_own);
    };
    constexpr std::string_view upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    const std::string from = "Origin: https://app.example\r\n";
    CHECK(may("", false));
    CHECK(may(from, true));
    CHECK_FALSE(may(from, false));
    CHECK(may(from + std::string(upgrade), true));
    CHECK_FALSE(may(from + std::string(upgrade), false));
    CHECK_FALSE(may(upgrade, false));
}

TEST_CASE("what only reads needs no CSRF token") {
    CHECK(passes("GET", "secret"));
    CHECK(passes("HEAD", "secret"));
    CHECK(passes("OPTIONS", "secret"));
}
