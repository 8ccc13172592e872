#include "execution/event_budget.hpp"

#include "execution/event_log.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <memory>
#include <string>

using namespace evald;

namespace {

struct Fixture {
    boost::asio::io_context io;
    EventBudget budget{100'000};

    std::unique_ptr<EventLog> log(const std::string& name) {
        return std::make_unique<EventLog>(io.get_executor(), name, EventLogLimits{}, &budget);
    }
    static void say(EventLog& log, std::size_t bytes) {
        log.publish(EventType::output, "r", R"("text":")" + std::string(bytes, 'x') + '"');
    }
    static std::size_t kept(EventLog& log) {
        const auto all = log.subscribe_since(0, {});
        std::size_t count = 0;
        while (const EventPtr event = all->next()) count += event->type == EventType::gap ? 0 : 1;
        return count;
    }
};

}  // namespace

TEST_SUITE("event budget") {
    TEST_CASE("it knows what all logs hold") {
        Fixture f;
        auto a = f.log("a");
        const auto b = f.log("b");
        for (EventLog* const log : {a.get(), b.get(), a.get()}) Fixture::say(*log, 1'000);
        CHECK(f.budget.bytes() == a->ring_bytes() + b->ring_bytes());
        a.reset();
        CHECK(f.budget.bytes() == b->ring_bytes());
    }

    TEST_CASE("over it, the log that was quiet longest forgets all but its last event") {
        Fixture f;
        const auto first = f.log("first"), second = f.log("second"), third = f.log("third");
        for (int i = 0; i < 3; ++i) Fixture::say(*first, 10'000);
        for (int i = 0; i < 3; ++i) Fixture::say(*second, 10'000);
        Fixture::say(*first, 10'000);  // the second is now the quieter
        for (int i = 0; i < 3; ++i) Fixture::say(*third, 10'000);
        CHECK(Fixture::kept(*first) == 4);
        CHECK(Fixture::kept(*second) == 1);
        CHECK(Fixture::kept(*third) == 3);
        CHECK(f.budget.bytes() <= 100'000);

        const auto watcher = second->subscribe_since(0, {});
        CHECK(watcher->next()->type == EventType::gap);
        CHECK(watcher->next()->seq == 3);
    }

    TEST_CASE("a log that has forgotten goes on, and counts again") {
        Fixture f;
        const auto quiet = f.log("quiet"), loud = f.log("loud");
        Fixture::say(*quiet, 10'000);
        for (int i = 0; i < 20; ++i) Fixture::say(*loud, 10'000);
        CHECK(Fixture::kept(*quiet) == 1);
        CHECK(Fixture::kept(*loud) < 10);
        Fixture::say(*quiet, 1'000);
        CHECK(Fixture::kept(*quiet) == 2);
        CHECK(quiet->last_seq() == 2);
        CHECK(f.budget.bytes() == quiet->ring_bytes() + loud->ring_bytes());
        CHECK(f.budget.bytes() <= 100'000);
    }

    TEST_CASE("many logs of one event each leave no more than that") {
        Fixture f;
        std::vector<std::unique_ptr<EventLog>> logs;
        for (int i = 0; i < 50; ++i) {
            logs.push_back(f.log("many"));
            Fixture::say(*logs.back(), 10'000);
            Fixture::say(*logs.back(), 100);
        }
        CHECK(f.budget.bytes() <= 100'000);
        logs.clear();
        CHECK(f.budget.bytes() == 0);
    }
}
