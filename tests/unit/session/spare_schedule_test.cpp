#include "session/spare_schedule.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace std::chrono_literals;

namespace {

constexpr SpareSchedule::TimePoint k_now{1h};

void start(SpareSchedule& schedule, bool is_ready, SpareSchedule::TimePoint now = k_now) {
    schedule.start_begins();
    schedule.start_ended(is_ready, now);
}

}  // namespace

TEST_CASE("spares are started one at a time until there are enough") {
    SpareSchedule schedule(2);
    CHECK(*schedule.next_start() <= k_now);
    schedule.start_begins();
    CHECK_FALSE(schedule.next_start());
    schedule.start_ended(true, k_now);
    CHECK(*schedule.next_start() <= k_now);
    start(schedule, true);
    CHECK_FALSE(schedule.next_start());
    CHECK(schedule.ready() == 2);
}

TEST_CASE("who takes one has the processor for a moment") {
    SpareSchedule schedule(1);
    start(schedule, true);
    schedule.taken(k_now);
    CHECK(*schedule.next_start() == k_now + 100ms);
}

TEST_CASE("failures are tried again later and later, until a spare was of use") {
    SpareSchedule schedule(1);
    for (const auto wait : {1s, 2s, 4s, 8s, 16s, 32s, 64s, 64s}) {
        start(schedule, false);
        CHECK(*schedule.next_start() == k_now + wait);
    }
    start(schedule, true);
    schedule.lost(k_now);
    CHECK(*schedule.next_start() == k_now + 64s);
    start(schedule, true);
    schedule.taken(k_now);
    start(schedule, false);
    CHECK(*schedule.next_start() == k_now + 1s);
}

TEST_CASE("no spares wanted, none started") { CHECK_FALSE(SpareSchedule(0).next_start()); }
