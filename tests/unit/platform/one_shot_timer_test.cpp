#include "platform/one_shot_timer.hpp"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <doctest/doctest.h>
#include <optional>

namespace asio = boost::asio;
using evald::OneShotTimer;
using namespace std::chrono_literals;

TEST_CASE("The action runs once, and may arm the timer again") {
    asio::io_context loop;
    OneShotTimer timer(loop.get_executor());
    int runs = 0;
    timer.arm(0ms, [&] {
        ++runs;
        timer.arm(0ms, [&] { ++runs; });
    });
    CHECK(timer.is_armed());
    loop.run();
    CHECK(runs == 2);
    CHECK_FALSE(timer.is_armed());
}

TEST_CASE("A call that is queued already is taken back by cancel(), by arm() and by the end of the timer") {
    asio::io_context loop;
    std::optional<OneShotTimer> timer(loop.get_executor());
    int first = 0;
    int second = 0;
    int expected_second = 0;
    // Two timers due in the same turn of the loop: the first one's action strikes while the second's is queued.
    OneShotTimer striker(loop.get_executor());

    SUBCASE("cancel") {
        striker.arm(0ms, [&] { timer->cancel(); });
    }
    SUBCASE("arm") {
        expected_second = 1;
        striker.arm(0ms, [&] { timer->arm(0ms, [&] { ++second; }); });
    }
    SUBCASE("destroy") {
        striker.arm(0ms, [&] { timer.reset(); });
    }
    timer->arm(0ms, [&] { ++first; });
    const auto both_are_due = std::chrono::steady_clock::now() + 1ms;
    while (std::chrono::steady_clock::now() < both_are_due) {
    }
    loop.run();
    CHECK(first == 0);
    CHECK(second == expected_second);
}
