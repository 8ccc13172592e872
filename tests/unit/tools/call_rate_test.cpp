#include "tools/call_rate.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace std::chrono_literals;

TEST_CASE("a second's worth of calls may come at once; then they come by and by") {
    CallRate rate(4);
    const CallRate::TimePoint begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 4; ++i) CHECK(rate.take(begin));
    CHECK_FALSE(rate.take(begin));
    CHECK_FALSE(rate.take(begin + 200ms));
    CHECK(rate.take(begin + 260ms));
    CHECK_FALSE(rate.take(begin + 270ms));
    for (int i = 0; i < 4; ++i) CHECK(rate.take(begin + 1h));
    CHECK_FALSE(rate.take(begin + 1h));
}

TEST_CASE("a rate of 0 is no limit") {
    CallRate rate(0);
    for (int i = 0; i < 1'000; ++i) CHECK(rate.take(CallRate::TimePoint()));
}
