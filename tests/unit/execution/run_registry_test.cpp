#include "execution/run_registry.hpp"
#include "support/result_printer.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

using namespace evald;
using namespace std::chrono_literals;

namespace {

struct Fixture {
    boost::asio::io_context io;
    RunRegistry::TimePoint now{};

    std::shared_ptr<Run> run(const std::string& id, const std::string& principal = "p") {
        EvalRequest request;
        request.cells.emplace_back();
        return std::make_shared<Run>(io.get_executor(), id, principal, "s", std::move(request));
    }
    std::shared_ptr<Run> ended(RunRegistry& runs, const std::string& id, std::size_t bytes = 10) {
        auto made = run(id);
        runs.add(made);
        finish(runs, made, bytes);
        return made;
    }
    void finish(RunRegistry& runs, const std::shared_ptr<Run>& made, std::size_t bytes) const {
        made->finish(std::string(bytes, '1'), false, std::nullopt, RunEvent{}, std::string());
        runs.finished(made, now);
    }
};

}  // namespace

TEST_SUITE("run registry") {
    TEST_CASE("another principal's run is not there") {
        Fixture f;
        RunRegistry runs(10min, 1U << 20U, 1U << 20U);
        runs.add(f.run("r1", "alice"));
        CHECK(runs.find("alice", "r1"));
        const auto other = runs.find("bob", "r1");
        REQUIRE_FALSE(other);
        CHECK(other.error().code == ErrorCode::not_found);
        CHECK(other.error().message == runs.find("bob", "never").error().message);
    }

    TEST_CASE("results live for their time") {
        Fixture f;
        RunRegistry runs(10min, 1U << 20U, 1U << 20U);
        f.ended(runs, "r1");
        runs.sweep(f.now + 9min);
        CHECK(runs.find("p", "r1"));
        runs.sweep(f.now + 10min);
        CHECK_FALSE(runs.find("p", "r1"));
        CHECK(runs.bytes() == 0);
    }

    TEST_CASE("over the memory budget the oldest results go first, the newest always stays") {
        Fixture f;
        RunRegistry runs(10min, 10'000, 10'000);
        f.ended(runs, "r1", 4'000);
        f.ended(runs, "r2", 4'000);
        f.ended(runs, "r3", 4'000);
        CHECK_FALSE(runs.find("p", "r1"));
        CHECK(runs.find("p", "r3"));
        f.ended(runs, "huge", 100'000);
        CHECK(runs.find("p", "huge"));
        CHECK(runs.kept() == 1);
    }

    TEST_CASE("answered results have a budget of their own, and push out none that may be asked for") {
        Fixture f;
        RunRegistry runs(10min, 1U << 20U, 10'000);
        f.ended(runs, "left", 4'000);
        const auto keyed = f.run("keyed");
        runs.add(keyed);
        runs.add_key("p", "k", "digest", keyed);
        f.finish(runs, keyed, 4'000);
        for (const std::string id : {"r1", "r2", "r3"}) {
            const auto answered = f.run(id);
            runs.add(answered);
            const Run::Waiter caller(answered);
            f.finish(runs, answered, 4'000);
        }
        CHECK(runs.find("p", "left"));
        CHECK(runs.find("p", "keyed"));
        CHECK_FALSE(runs.find("p", "r1"));
        CHECK(runs.find("p", "r3"));
        runs.sweep(f.now + 10min);
        CHECK(runs.kept() == 0);
        CHECK(runs.bytes() == 0);
    }

    TEST_CASE("a key finds its run, is the principal's own, and refuses another body") {
        Fixture f;
        RunRegistry runs(10min, 1U << 20U, 1U << 20U);
        const auto run = f.ended(runs, "r1");
        runs.add_key("p", "k", "digest", run);
        CHECK(*runs.find_key("p", "k", "digest") == run);
        CHECK(*runs.find_key("q", "k", "digest") == nullptr);
        const auto other_body = runs.find_key("p", "k", "other");
        REQUIRE_FALSE(other_body);
        CHECK(other_body.error().code == ErrorCode::unprocessable);
        runs.sweep(f.now + 10min);
        CHECK(*runs.find_key("p", "k", "other") == nullptr);
    }
}
