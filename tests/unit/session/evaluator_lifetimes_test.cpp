#include "support/evaluator_fixture.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::test;
using nlohmann::json;
using namespace std::chrono_literals;

TEST_SUITE("evaluator lifetimes") {
    TEST_CASE("principals never meet under one session id") {
        EvaluatorFixture f;
        f.start();
        f.eval("s", {"py:1"});
        CHECK_FALSE(f.evaluator->session("bob", "s"));
        const json other = f.wait(f.submit(EvaluatorFixture::request("s", {"py:1"}), "bob"));
        CHECK(other["sessionCreated"] == true);
        CHECK(f.provisioner.launched.size() == 2);
        CHECK(f.provisioner.launched[0]->launch.workspace != f.provisioner.launched[1]->launch.workspace);
        CHECK(f.evaluator->sessions("bob").size() == 1);
    }

    TEST_CASE("a removed session is gone with its runs, kernels and workspace") {
        EvaluatorFixture f;
        f.start();
        auto control = f.provisioner.expect_launch({FakeScript().started().hang().done()});
        const auto run = f.submit(EvaluatorFixture::request("s", {"py:1"}));
        run_until(f.io, [&] { return !control->executed.empty(); });
        const auto removed = run_coroutine(f.io, f.evaluator->remove_session("alice", "s"));
        CHECK(removed);
        CHECK(run->finished());
        CHECK_FALSE(control->is_alive);
        CHECK_FALSE(f.evaluator->session("alice", "s"));
        CHECK_FALSE(std::filesystem::exists(control->launch.workspace));
        CHECK_FALSE(run_coroutine(f.io, f.evaluator->remove_session("alice", "s")));
    }

    TEST_CASE("a disabled backend is refused before anything runs, naming what is there") {
        EvaluatorFixture f;
        f.config.python.enabled = false;
        f.start();
        SubmitOptions options;
        options.principal = "alice";
        const auto refused = f.evaluator->submit(EvaluatorFixture::request("s", {"js:1", "py:2"}), options, false);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == ErrorCode::unprocessable);
        CHECK(refused.error().fields[0].pointer == "/cells/1/language");
        CHECK(refused.error().message.find("available: js") != std::string::npos);
        CHECK_FALSE(f.evaluator->session("alice", "s"));
    }

    TEST_CASE("per-call mode gives each cell its own kernel") {
        EvaluatorFixture f;
        f.config.kernel.mode = "per-call";
        f.start();
        const json result = f.eval("s", {"py:1", "py:2"});
        CHECK(result["isError"] == false);
        CHECK_FALSE(result["details"].contains("notice"));
        CHECK(f.provisioner.launched.size() == 2);
        run_until(f.io, [&] { return !f.provisioner.launched[1]->is_alive; });
    }

    TEST_CASE("draining refuses new runs and lets those on their way finish") {
        EvaluatorFixture f;
        f.start();
        const auto run = f.submit(EvaluatorFixture::request("s", {"py:1"}));
        f.evaluator->drain();
        SubmitOptions options;
        options.principal = "alice";
        const auto refused = f.evaluator->submit(EvaluatorFixture::request("s", {"py:2"}), options, false);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == ErrorCode::unavailable);
        CHECK(f.wait(run)["isError"] == false);
        CHECK(f.evaluator->idle());
    }

    TEST_CASE("a kernel that does not answer the heartbeat is killed and told of") {
        EvaluatorFixture f;
        f.config.kernel.heartbeat = 10ms;
        f.start();
        f.provisioner.on_launch = [](FakeKernelControl& control) { control.answers_ping = false; };
        f.eval("s", {"py:1"});
        run_until(f.io, [&] { return f.evaluator->session("alice", "s")->kernels.empty(); });
        f.provisioner.on_launch = {};
        CHECK(f.eval("s", {"py:1"})["details"]["notice"].get<std::string>().find("no longer answered") != std::string::npos);
    }
}
