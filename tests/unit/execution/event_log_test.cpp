#include "execution/event_log.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace evald;
using nlohmann::json;

namespace {

struct Fixture {
    boost::asio::io_context io;
    EventLogLimits limits;
    std::unique_ptr<EventLog> log;

    explicit Fixture(EventLogLimits bounds = {}) : limits(bounds) {
        log = std::make_unique<EventLog>(io.get_executor(), "s1", limits);
    }
    void output(const std::string& run, const std::string& text) {
        log->publish(EventType::output, run, R"("cell":0,"stream":"stdout","text":)" + json(text).dump());
    }
};

std::vector<json> drain(Subscription& subscription) {
    std::vector<json> events;
    while (const EventPtr event = subscription.next()) events.push_back(json::parse(event->json));
    return events;
}

}  // namespace

TEST_SUITE("event log") {
    TEST_CASE("events are numbered from 1, stamped and strict JSON with the type first") {
        Fixture f;
        auto watcher = f.log->subscribe_from_now(true);
        f.output("r1", "a\"\n");
        f.log->publish(EventType::kernel, {}, R"("language":"python","state":"idle")");
        const EventPtr first = watcher->next();
        CHECK(first->json.starts_with(R"({"type":"output","seq":1,)"));
        const json event = json::parse(first->json);
        CHECK(event["text"] == "a\"\n");
        CHECK(event["session"] == "s1");
        CHECK(event["run"] == "r1");
        CHECK(event["epoch"] == f.log->epoch());
        CHECK(event["time"].get<std::int64_t>() > 1'600'000'000'000);
        const json second = json::parse(watcher->next()->json);
        CHECK(second["seq"] == 2);
        CHECK_FALSE(second.contains("run"));
        CHECK(watcher->next() == nullptr);
    }

    TEST_CASE("a watcher of one run hears nothing else") {
        Fixture f;
        auto watcher = f.log->subscribe_from_now(false);
        watcher->add_run("mine");
        f.output("other", "x");
        f.output("mine", "y");
        f.log->publish(EventType::kernel, {}, "");
        const auto events = drain(*watcher);
        REQUIRE(events.size() == 1);
        CHECK(events[0]["text"] == "y");
    }

    TEST_CASE("one that comes back gets what came after the number it names") {
        Fixture f;
        for (int i = 0; i < 5; ++i) f.output("r", std::to_string(i));
        auto watcher = f.log->subscribe_since(3, f.log->epoch());
        f.output("r", "5");
        const auto events = drain(*watcher);
        REQUIRE(events.size() == 3);
        CHECK(events.front()["seq"] == 4);
        CHECK(events.back()["text"] == "5");
    }

    TEST_CASE("another epoch and a number of the future give a gap, then all that is kept") {
        Fixture f;
        f.output("r", "a");
        for (auto watcher : {f.log->subscribe_since(1, "another").release(), f.log->subscribe_since(99, "").release()}) {
            const std::unique_ptr<Subscription> owned(watcher);
            const auto events = drain(*owned);
            REQUIRE(events.size() == 2);
            CHECK(events[0]["type"] == "gap");
            CHECK_FALSE(events[0].contains("seq"));
            CHECK(events[1]["seq"] == 1);
        }
    }

    TEST_CASE("what the ring no longer holds is a gap with its bounds") {
        Fixture f(EventLogLimits{3, 1U << 20U, 1U << 20U});
        for (int i = 0; i < 10; ++i) f.output("r", "x");
        auto watcher = f.log->subscribe_since(2, "");
        const auto events = drain(*watcher);
        REQUIRE(events.size() == 4);
        CHECK(events[0]["type"] == "gap");
        CHECK(events[0]["from"] == 3);
        CHECK(events[0]["to"] == 7);
        CHECK(events[1]["seq"] == 8);
    }

    TEST_CASE("the ring is bounded in bytes") {
        Fixture f(EventLogLimits{1000, 10'000, 1U << 20U});
        for (int i = 0; i < 100; ++i) f.output("r", std::string(1000, 'x'));
        CHECK(f.log->ring_bytes() <= 10'000);
    }

    TEST_CASE("a slow watcher loses output to one gap, keeps its bound, and always gets run.finished") {
        Fixture f(EventLogLimits{10, 1U << 20U, 5'000});
        auto slow = f.log->subscribe_from_now(true);
        auto healthy = f.log->subscribe_from_now(true);
        std::size_t healthy_events = 0;
        for (int i = 0; i < 50; ++i) {
            f.output("r", std::string(500, 'x'));
            healthy_events += drain(*healthy).size();
        }
        f.log->publish(EventType::run_finished, "r", R"("result":{})");
        healthy_events += drain(*healthy).size();
        CHECK(healthy_events == 51);
        const auto events = drain(*slow);
        REQUIRE(events.size() > 2);
        CHECK(events.size() < 12);
        CHECK(events.back()["type"] == "run.finished");
        const json& gap = events[events.size() - 2];
        CHECK(gap["type"] == "gap");
        CHECK(gap["from"].get<std::uint64_t>() == events[events.size() - 3]["seq"].get<std::uint64_t>() + 1);
        CHECK(gap["to"] == 50);
        CHECK(f.log->gaps() == 1);
    }

    TEST_CASE("a session that ends tells its watchers") {
        Fixture f;
        auto watcher = f.log->subscribe_from_now(true);
        bool told = false;
        watcher->on_ready([&] { told = true; });
        f.log.reset();
        CHECK(watcher->ended());
        CHECK(told);
        CHECK(watcher->next() == nullptr);
    }
}
