#include "middleware/login_table.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald::service;

namespace {

const auto k_now = std::chrono::steady_clock::time_point() + std::chrono::hours(1);
constexpr std::chrono::minutes k_ttl{10};

Caller caller(const std::string& principal) {
    Caller result;
    result.principal = principal;
    return result;
}

}  // namespace

TEST_CASE("a login is found by its cookie until it is closed") {
    LoginTable table(k_ttl);
    const auto first = table.open(caller("a"), k_now);
    const auto second = table.open(caller("b"), k_now);
    CHECK(first.cookie != second.cookie);
    CHECK(first.cookie != first.csrf_token);
    REQUIRE(table.find(first.cookie, k_now) != nullptr);
    CHECK(table.find(first.cookie, k_now)->caller.principal == "a");
    CHECK(table.find(second.cookie, k_now)->csrf_token == second.csrf_token);
    CHECK(table.find("", k_now) == nullptr);
    CHECK(table.find(first.csrf_token, k_now) == nullptr);
    table.close(first.cookie);
    table.close("unknown");
    CHECK(table.find(first.cookie, k_now) == nullptr);
    CHECK(table.find(second.cookie, k_now) != nullptr);
}

TEST_CASE("all logins are closed at once") {
    LoginTable table(k_ttl);
    const auto first = table.open(caller("a"), k_now);
    const auto second = table.open(caller("b"), k_now);
    table.close_all();
    CHECK(table.find(first.cookie, k_now) == nullptr);
    CHECK(table.find(second.cookie, k_now) == nullptr);
    CHECK(table.size() == 0);
}

TEST_CASE("a login ends when it has not been used for a while, and each use counts") {
    LoginTable table(k_ttl);
    const auto used = table.open(caller("a"), k_now);
    const auto unused = table.open(caller("b"), k_now);
    CHECK(table.find(used.cookie, k_now + std::chrono::minutes(8)) != nullptr);
    CHECK(table.find(used.cookie, k_now + std::chrono::minutes(16)) != nullptr);
    CHECK(table.find(unused.cookie, k_now + std::chrono::minutes(16)) == nullptr);
    CHECK(table.size() == 1);
}

TEST_CASE("with too many logins the one used longest ago goes") {
    LoginTable table(k_ttl, 2);
    const auto first = table.open(caller("a"), k_now);
    const auto second = table.open(caller("b"), k_now);
    CHECK(table.find(first.cookie, k_now) != nullptr);
    const auto third = table.open(caller("c"), k_now);
    CHECK(table.find(second.cookie, k_now) == nullptr);
    CHECK(table.find(first.cookie, k_now) != nullptr);
    CHECK(table.find(third.cookie, k_now) != nullptr);
}
