#include "websocket/session_feeds.hpp"

#include "support/evaluator_fixture.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace evald;
using namespace evald::service;
using namespace evald::test;
using nlohmann::json;

namespace {

FakeScript prints(std::string_view text) { return FakeScript().started().print(text).done(); }

/// One connection's feeds, and what has been taken from them.
struct Feeds {
    explicit Feeds(EvaluatorFixture& fixture)
        : f(fixture), feeds(std::make_unique<SessionFeeds>(*f.evaluator, "alice", [this] { ++ready_calls; })) {}

    std::shared_ptr<Run> submit(const std::string& session, const std::string& cell, bool detach = false) {
        EvalRequest request = EvaluatorFixture::request(session, {cell});
        request.detach = detach;
        SubmitOptions options;
        options.principal = "alice";
        auto run = feeds->submit(std::move(request), options);
        if (!run) throw std::runtime_error(run.error().message);
        return *run;
    }
    /// Takes what comes until `run` has finished; an event that was missed or came twice fails.
    std::vector<json> take_until_finished(const std::shared_ptr<Run>& run) {
        std::vector<json> taken;
        run_until(f.io, [&] {
            while (const EventPtr event = feeds->next()) {
                taken.push_back(json::parse(event->json));
                if (event->type == EventType::run_finished && event->run == run->id()) return true;
            }
            return false;
        });
        return taken;
    }

    EvaluatorFixture& f;
    int ready_calls = 0;
    std::unique_ptr<SessionFeeds> feeds;
};

std::vector<std::string> types_of(const std::vector<json>& events, const std::string& run) {
    std::vector<std::string> types;
    for (const json& event : events)
        if (event.value("run", "") == run) types.push_back(event["type"]);
    return types;
}

bool are_in_order(const std::vector<json>& events) {
    for (std::size_t i = 1; i < events.size(); ++i)
        if (events[i]["seq"] <= events[i - 1]["seq"]) return false;
    return true;
}

const std::vector<std::string> k_run_events{"run.queued", "run.started",   "cell.started",
                                            "output",     "cell.finished", "run.finished"};

}  // namespace

TEST_SUITE("session feeds") {
    TEST_CASE("a run's own events come, from its queueing to its end, and no others") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({prints("a"), prints("b"), prints("c")});
        Feeds client(f);
        const auto first = client.submit("s", "py:a");
        CHECK(types_of(client.take_until_finished(first), first->id()) == k_run_events);
        CHECK(client.ready_calls > 0);
        CHECK_FALSE(client.feeds->has_runs());
        CHECK(client.feeds->size() == 0);
        f.eval("s", {"py:b"});
        CHECK(client.feeds->next() == nullptr);
    }

    TEST_CASE("two runs of a session at once come in one order, each once") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({prints("a"), prints("b")});
        Feeds client(f);
        const auto first = client.submit("s", "py:a");
        const auto second = client.submit("s", "py:b");
        const std::vector<json> events = client.take_until_finished(second);
        CHECK(are_in_order(events));
        CHECK(types_of(events, first->id()) == k_run_events);
        CHECK(types_of(events, second->id()) == k_run_events);
    }

    TEST_CASE("a watched session brings everything, and its own runs not twice") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({prints("a"), prints("b")});
        Feeds client(f);
        REQUIRE(client.feeds->watch("s", std::nullopt).has_value());
        const auto other = f.submit(EvaluatorFixture::request("s", {"py:a"}));
        const auto own = client.submit("s", "py:b");
        const std::vector<json> events = client.take_until_finished(own);
        CHECK(are_in_order(events));
        CHECK(types_of(events, other->id()) == k_run_events);
        CHECK(types_of(events, own->id()) == k_run_events);
    }

    TEST_CASE("what was missed is replayed, and goes on with what comes") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({prints("a"), prints("b")});
        f.eval("s", {"py:a"});
        Feeds client(f);
        REQUIRE(client.feeds->watch("s", 3).has_value());
        const auto own = client.submit("s", "py:b");
        const std::vector<json> events = client.take_until_finished(own);
        CHECK(events.front()["seq"] == 4);
        CHECK(are_in_order(events));
        for (std::size_t i = 1; i < events.size(); ++i) CHECK(events[i]["seq"] == events[i - 1]["seq"].get<int>() + 1);
    }

    TEST_CASE("unwatching leaves the runs that are on") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().hang().error("KeyboardInterrupt", "").done_cancelled()});
        Feeds client(f);
        REQUIRE(client.feeds->watch("s", std::nullopt).has_value());
        const auto own = client.submit("s", "py:wait");
        CHECK(client.feeds->unwatch("s"));
        CHECK_FALSE(client.feeds->unwatch("s"));
        own->cancel(CancelReason::cancel_requested);
        const std::vector<json> events = client.take_until_finished(own);
        CHECK(events.back()["result"]["isError"] == true);
        CHECK(client.feeds->size() == 0);
    }

    TEST_CASE("a connection that ends takes its runs with it, but not what it detached") {
        EvaluatorFixture f;
        f.start();
        const auto hangs = [] { return FakeScript().started().hang().error("KeyboardInterrupt", "").done_cancelled(); };
        f.provisioner.expect_launch({hangs()});
        f.provisioner.expect_launch({hangs()});
        Feeds client(f);
        const auto own = client.submit("a", "py:wait");
        const auto detached = client.submit("b", "py:wait", true);
        CHECK(client.feeds->has_runs());
        client.feeds.reset();
        run_until(f.io, [&] { return own->finished(); });
        CHECK(own->is_error());
        CHECK_FALSE(detached->finished());
        CHECK_FALSE(detached->cancelled().has_value());
    }

    TEST_CASE("the end of a session ends its feed") {
        EvaluatorFixture f;
        f.start();
        Feeds client(f);
        REQUIRE(client.feeds->watch("s", std::nullopt).has_value());
        REQUIRE(run_coroutine(f.io, f.evaluator->remove_session("alice", "s")).has_value());
        run_until(f.io, [&] { return client.feeds->next() == nullptr && client.feeds->size() == 0; });
    }
}
