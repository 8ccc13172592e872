#include "http/cookies.hpp"

#include "unit/service/http/parsed_request.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald::service;
using namespace evald::service::test;

namespace {

std::string value_in(const std::string& lines) { return cookie_value(*get_request("/", lines), "sid"); }

}  // namespace

TEST_CASE("a cookie is found by its whole name, wherever it stands") {
    CHECK(value_in("Cookie: sid=1\r\n") == "1");
    CHECK(value_in("Cookie: a=b; sid=1; c=d\r\n") == "1");
    CHECK(value_in("cookie: a=b;sid=x=y\r\n") == "x=y");
    CHECK(value_in("Cookie: a=b\r\nCookie: sid=2\r\n") == "2");
    CHECK(value_in("Cookie: sid=1; sid=2\r\n") == "1");
}

TEST_CASE("what only looks like the cookie is not it") {
    CHECK(value_in("").empty());
    CHECK(value_in("Cookie: sid\r\n").empty());
    CHECK(value_in("Cookie: xsid=1; sidx=2; SID=3; =4; ;\r\n").empty());
    CHECK(value_in("X-Cookie: sid=1\r\n").empty());
}
