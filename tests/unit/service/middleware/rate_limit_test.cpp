#include "middleware/rate_limit.hpp"

#include <doctest/doctest.h>

using namespace evald::service;
using namespace std::chrono_literals;

TEST_CASE("a minute's share may come at once, and refills evenly") {
    RateLimit limit(6);
    const auto start = std::chrono::steady_clock::time_point();
    for (int i = 0; i < 6; ++i) CHECK(limit.take("a", start) == 0);
    CHECK(limit.take("a", start) == 10);
    CHECK(limit.take("b", start) == 0);
    CHECK(limit.take("a", start + 4s) == 6);
    CHECK(limit.take("a", start + 10s) == 0);
    CHECK(limit.take("a", start + 10s) == 10);
    for (int i = 0; i < 6; ++i) CHECK(limit.take("a", start + 1h) == 0);
    CHECK(limit.take("a", start + 1h) > 0);
}

TEST_CASE("without a limit nobody waits") {
    RateLimit limit(0);
    for (int i = 0; i < 1'000; ++i) CHECK(limit.take("a", {}) == 0);
}
