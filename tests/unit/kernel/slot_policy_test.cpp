#include "kernel/slot_policy.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace std::chrono_literals;
using Holders = std::vector<SlotPolicy::Holder>;

namespace {

SlotPolicy::TimePoint at(int seconds) { return SlotPolicy::TimePoint{} + std::chrono::seconds(seconds); }

}  // namespace

TEST_SUITE("slot policy") {
    TEST_CASE("grants while slots are free") {
        SlotPolicy slots(2, 0);
        CHECK(slots.ask(1, "a").granted == Holders{1});
        CHECK(slots.ask(2, "a").granted == Holders{2});
        const auto third = slots.ask(3, "a");
        CHECK(third.granted.empty());
        CHECK(third.evict.empty());
        CHECK(slots.waiting() == 1);
    }

    TEST_CASE("evicts the least recently used idle holder, never a busy one") {
        SlotPolicy slots(3, 0);
        for (const SlotPolicy::Holder holder : {1U, 2U, 3U}) slots.ask(holder, "a");
        slots.idle(1, at(10));
        slots.idle(2, at(5));
        const auto asked = slots.ask(4, "b");
        CHECK(asked.granted.empty());
        CHECK(asked.evict == Holders{2});
        CHECK(slots.release(2).granted == Holders{4});
    }

    TEST_CASE("one eviction serves one asker") {
        SlotPolicy slots(2, 0);
        slots.ask(1, "a");
        slots.ask(2, "a");
        slots.idle(1, at(1));
        slots.idle(2, at(2));
        CHECK(slots.ask(3, "a").evict == Holders{1});
        CHECK(slots.ask(4, "a").evict == Holders{2});
        CHECK(slots.ask(5, "a").evict.empty());
        CHECK(slots.release(2).granted == Holders{3});
        CHECK(slots.release(1).granted == Holders{4});
        CHECK(slots.waiting() == 1);
    }

    TEST_CASE("first come, first served, and a holder that becomes idle is evicted for the one in front") {
        SlotPolicy slots(1, 0);
        slots.ask(1, "a");
        slots.ask(2, "a");
        slots.ask(3, "a");
        CHECK(slots.idle(1, at(1)).evict == Holders{1});
        CHECK(slots.release(1).granted == Holders{2});
        CHECK(slots.withdraw(2).granted.empty());
        CHECK(slots.release(2).granted == Holders{3});
    }

    TEST_CASE("one that withdraws leaves its place to the next") {
        SlotPolicy slots(1, 0);
        slots.ask(1, "a");
        slots.ask(2, "a");
        slots.ask(3, "a");
        slots.withdraw(2);
        CHECK(slots.release(1).granted == Holders{3});
        CHECK(slots.waiting() == 0);
    }

    TEST_CASE("a principal at its limit waits for its own without blocking others") {
        SlotPolicy slots(3, 1);
        CHECK(slots.ask(1, "greedy").granted == Holders{1});
        CHECK(slots.ask(2, "greedy").granted.empty());
        CHECK(slots.ask(3, "other").granted == Holders{3});
        CHECK(slots.idle(1, at(1)).evict == Holders{1});
        CHECK(slots.release(1).granted == Holders{2});
    }

    TEST_CASE("idle for too long is taken once") {
        SlotPolicy slots(4, 0);
        slots.ask(1, "a");
        slots.ask(2, "a");
        slots.idle(1, at(0));
        slots.idle(2, at(100));
        CHECK(slots.take_idle_since(at(50)) == Holders{1});
        CHECK(slots.take_idle_since(at(50)).empty());
        slots.busy(2);
        CHECK(slots.take_idle_since(at(500)).empty());
    }
}
