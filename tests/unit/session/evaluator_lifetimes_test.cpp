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

    TEST_CASE("in per-call mode kernels that die are no loss and no reason to stop") {
        EvaluatorFixture f;
        f.config.kernel.mode = "per-call";
        f.start();
        for (int i = 0; i < 3; ++i) f.provisioner.expect_launch({FakeScript().started().exit(3)});
        for (int i = 0; i < 3; ++i) {
            const json result = f.eval("s", {"py:os._exit(3)"});
            CHECK(EvaluatorFixture::text(result).starts_with("Cell 1 failed (exit code 3). Python kernel exited"));
            CHECK_FALSE(result["details"].contains("notice"));
        }
        f.provisioner.expect_launch({FakeScript().started().done()});
        f.provisioner.expect_launch({FakeScript().started().done_error()});
        CHECK(EvaluatorFixture::text(f.eval("s", {"py:1", "py:1/0"})).ends_with("Cell 2 failed (exit code 1)."));
    }

    TEST_CASE("state of earlier cells is said to persist only where their kernel is still there") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().done(), FakeScript().started().exit(7)});
        const json died = f.eval("s", {"py:x = 1", "js:2", "py:os._exit(7)"});
        CHECK(EvaluatorFixture::text(died).ends_with("the next cell starts a fresh kernel. State of cell 2 persists."));
        f.provisioner.expect_launch({FakeScript().started().done()});
        f.provisioner.expect_launch({FakeScript().started().done_error()});
        EvalRequest request = EvaluatorFixture::request("t", {"py:x = 1", "py:1/0"});
        request.cells[1].reset = true;
        CHECK(EvaluatorFixture::text(f.wait(f.submit(std::move(request)))).ends_with("Cell 2 failed (exit code 1)."));
    }

    TEST_CASE("a cell that its session's end interrupts is not said to keep its state") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().hang().error("KeyboardInterrupt", "").done_cancelled()});
        const auto run = f.submit(EvaluatorFixture::request("s", {"py:loop"}));
        run_until(f.io,
                  [&] { return !f.provisioner.launched.empty() && !f.provisioner.launched[0]->executed.empty(); });
        run_coroutine(f.io, f.evaluator->remove_session("alice", "s"));
        CHECK(EvaluatorFixture::text(f.wait(run))
                  .ends_with("The Python kernel ends with the session: its state is gone."));
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

    TEST_CASE("resets with no run between them share one turn") {
        EvaluatorFixture f;
        f.start();
        auto control =
            f.provisioner.expect_launch({FakeScript().started().hang().done(), FakeScript().started().done()});
        const auto busy = f.submit(EvaluatorFixture::request("s", {"py:1"}));
        run_until(f.io, [&] { return !control->executed.empty(); });
        int resets = 0;
        for (const Language language : {Language::python, Language::javascript, Language::python})
            boost::asio::co_spawn(f.io, f.evaluator->reset("alice", "s", language),
                                  [&resets](const std::exception_ptr&, const Result<void>&) { ++resets; });
        run_until(f.io, [&] { return f.evaluator->session("alice", "s")->queued == 2; });
        const auto after = f.submit(EvaluatorFixture::request("s", {"py:2"}));
        busy->cancel(CancelReason::cancel_requested);
        f.wait(after);
        run_until(f.io, [&] { return resets == 3; });
        CHECK(control->shut_downs == 1);
        CHECK(f.provisioner.launched.size() == 2);
    }

    TEST_CASE("requests that wait are bounded in memory, over all sessions") {
        EvaluatorFixture f;
        f.config.limits.queue_bytes = 10'000;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().hang().done()});
        const auto busy = f.submit(EvaluatorFixture::request("one", {"py:" + std::string(5'000, 'x')}));
        SubmitOptions options;
        options.principal = "bob";
        const auto refused =
            f.evaluator->submit(EvaluatorFixture::request("two", {"py:" + std::string(5'000, 'x')}), options, false);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == ErrorCode::unavailable);
        CHECK(f.evaluator->gauges().request_bytes > 5'000);
        busy->cancel(CancelReason::cancel_requested);
        f.wait(busy);
        CHECK(f.evaluator->gauges().request_bytes == 0);
        CHECK(f.evaluator->submit(EvaluatorFixture::request("two", {"py:1"}), options, false));
    }

    TEST_CASE("a key whose run was refused before it began may be used again") {
        EvaluatorFixture f;
        f.config.python.max = 1;
        f.config.limits.kernel_wait = 10ms;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().hang().done()});
        const auto busy = f.submit(EvaluatorFixture::request("busy", {"py:long"}));
        SubmitOptions options;
        options.principal = "alice";
        options.idempotency_key = "key";
        const auto first = f.evaluator->submit(EvaluatorFixture::request("s", {"py:1"}), options, false);
        f.wait(first->run);
        REQUIRE(first->run->refusal());
        busy->cancel(CancelReason::cancel_requested);
        f.wait(busy);
        const auto second = f.evaluator->submit(EvaluatorFixture::request("s", {"py:1"}), options, false);
        CHECK_FALSE(second->repeated);
        CHECK(f.wait(second->run)["isError"] == false);
        CHECK(f.evaluator->submit(EvaluatorFixture::request("s", {"py:1"}), options, false)->repeated);
    }

    TEST_CASE("a finished run's last event can be told again when its log is gone") {
        EvaluatorFixture f;
        f.start();
        const auto run = f.submit(EvaluatorFixture::request("s", {"py:1"}));
        const json result = f.wait(run);
        const std::string epoch = f.evaluator->session("alice", "s")->epoch;
        run_coroutine(f.io, f.evaluator->remove_session("alice", "s"));
        const json event = json::parse(run->finished_event()->json);
        CHECK(event["type"] == "run.finished");
        CHECK(event["epoch"] == epoch);
        CHECK(event["seq"].get<std::uint64_t>() == run->finished_event()->seq);
        CHECK(event["seq"].get<std::uint64_t>() > 0);
        CHECK(event["result"] == result);
        CHECK(run->finished_epoch() == epoch);
    }

    TEST_CASE("every kernel's end is an event with its reason") {
        EvaluatorFixture f;
        f.start();
        auto events = f.evaluator->watch("alice", "s", 0, "");
        const auto last_kernel_event = [&] {
            json last;
            while (const EventPtr event = (*events)->next())
                if (event->type == EventType::kernel) last = json::parse(event->json);
            return last;
        };
        f.provisioner.expect_launch({FakeScript().started().exit(7)});
        f.eval("s", {"py:1"});
        const json died = last_kernel_event();
        CHECK(died["state"] == "dead");
        CHECK(died["reason"] == "exited with code 7");
        f.eval("s", {"py:1"});
        last_kernel_event();
        run_coroutine(f.io, f.evaluator->reset("alice", "s", Language::python));
        const json wiped = last_kernel_event();
        CHECK(wiped["state"] == "restarted");
        CHECK(wiped["reason"] == "a reset was asked for");
    }

    TEST_CASE("a kernel that does not answer the heartbeat is killed and told of") {
        EvaluatorFixture f;
        f.config.kernel.heartbeat = 10ms;
        f.start();
        f.provisioner.on_launch = [](FakeKernelControl& control) { control.answers_ping = false; };
        f.eval("s", {"py:1"});
        run_until(f.io, [&] { return f.evaluator->session("alice", "s")->kernels.empty(); });
        f.provisioner.on_launch = {};
        CHECK(f.eval("s", {"py:1"})["details"]["notice"].get<std::string>().find("no longer answered") !=
              std::string::npos);
    }
}
