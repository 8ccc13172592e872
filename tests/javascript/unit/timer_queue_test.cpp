#include "event_loop/timer_queue.hpp"

#include <doctest/doctest.h>

using namespace evald::js;
using std::chrono::milliseconds;

namespace {
const TimerQueue::TimePoint k_start{};
}

TEST_CASE("timers fire by time, then by the order of setting") {
    TimerQueue queue;
    const TimerId late = queue.add(milliseconds(20), false, nullptr, k_start);
    const TimerId first = queue.add(milliseconds(10), false, nullptr, k_start);
    const TimerId second = queue.add(milliseconds(10), false, nullptr, k_start);
    CHECK(queue.next_due() == k_start + milliseconds(10));
    CHECK(!queue.take_due(k_start + milliseconds(9)));
    CHECK(queue.take_due(k_start + milliseconds(20))->id == first);
    CHECK(queue.take_due(k_start + milliseconds(20))->id == second);
    CHECK(queue.take_due(k_start + milliseconds(20))->id == late);
    CHECK(!queue.next_due());
}

TEST_CASE("a repeating timer starts anew after its turn") {
    TimerQueue queue;
    const TimerId id = queue.add(milliseconds(10), true, nullptr, k_start);
    CHECK(queue.take_due(k_start + milliseconds(15))->id == id);
    CHECK(!queue.end_turn(id, k_start + milliseconds(16)));
    CHECK(queue.next_due() == k_start + milliseconds(26));
}

TEST_CASE("callbacks may cancel and restart their own timer") {
    TimerQueue queue;
    const TimerId repeating = queue.add(milliseconds(1), true, nullptr, k_start);
    CHECK(queue.take_due(k_start + milliseconds(1)));
    CHECK(queue.cancel(repeating));
    CHECK(!queue.end_turn(repeating, k_start + milliseconds(1)));
    CHECK(!queue.next_due());

    const TimerId once = queue.add(milliseconds(1), false, nullptr, k_start);
    CHECK(queue.take_due(k_start + milliseconds(1)));
    CHECK(queue.restart(once, k_start + milliseconds(1)));
    CHECK(!queue.end_turn(once, k_start + milliseconds(1)));
    CHECK(queue.take_due(k_start + milliseconds(2)));
    CHECK(queue.end_turn(once, k_start + milliseconds(2)));
    CHECK(!queue.restart(once, k_start + milliseconds(2)));
}
