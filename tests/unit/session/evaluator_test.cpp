#include "support/evaluator_fixture.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::test;
using nlohmann::json;
using namespace std::chrono_literals;

namespace {

FakeScript prints(std::string_view text) { return FakeScript().started().print(text).done(); }

}  // namespace

TEST_SUITE("evaluator") {
    TEST_CASE("a run's result has the shape that callers rely on") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().print("one\n").result("2").done()});
        const json result = f.eval("s", {"py:1+1"});
        CHECK(EvaluatorFixture::text(result) == "one\n2");
        CHECK(result["session"] == "s");
        CHECK(result["sessionCreated"] == true);
        CHECK(result["isError"] == false);
        CHECK(result["details"]["isError"] == false);
        CHECK(result["details"]["language"] == "python");
        CHECK(result["details"]["languages"] == json::array({"python"}));
        const json& cell = result["details"]["cells"][0];
        CHECK(cell["status"] == "complete");
        CHECK(cell["exitCode"] == 0);
        CHECK(cell["output"] == "one\n2");
        CHECK(cell["code"] == "1+1");
        CHECK_FALSE(cell.contains("error"));
        CHECK_FALSE(result["details"].contains("notice"));
    }

    TEST_CASE("a second run finds the same kernel; the session was not created by it") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({prints("a"), prints("b")});
        f.eval("s", {"py:a"});
        const json second = f.eval("s", {"py:b"});
        CHECK(EvaluatorFixture::text(second) == "b");
        CHECK(second["sessionCreated"] == false);
        CHECK(f.provisioner.launched.size() == 1);
    }

    TEST_CASE("nothing to show is said") {
        EvaluatorFixture f;
        f.start();
        CHECK(EvaluatorFixture::text(f.eval("s", {"py:x = 1"})) == "(no output)");
        f.provisioner.launched.front()->scripts.push_back(
            FakeScript().started().display(R"({"image/png":"aGk="})").done());
        const json image = f.eval("s", {"py:show"});
        CHECK(EvaluatorFixture::text(image) == "(no text output)");
        CHECK(image["content"][1] == json::parse(R"({"type":"image","mimeType":"image/png","data":"aGk="})"));
        CHECK(image["details"]["images"][0]["bytes"] == 2);
    }

    TEST_CASE("the first failure ends the run and names what was skipped") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({prints("fine\n"), FakeScript().started().error("ValueError", "bad").done_error()});
        const json result = f.eval("s", {"py:a", "py:b", "py:c"});
        CHECK(result["isError"] == true);
        CHECK(EvaluatorFixture::text(result).find("Cell 2 failed (exit code 1). State of the earlier cells persists. "
                                                  "Not run: cell 3.") != std::string::npos);
        const json& cells = result["details"]["cells"];
        CHECK(cells[0]["status"] == "complete");
        CHECK(cells[1]["status"] == "error");
        CHECK(cells[1]["error"]["ename"] == "ValueError");
        CHECK(cells[2]["status"] == "pending");
        CHECK_FALSE(cells[2].contains("exitCode"));
    }

    TEST_CASE("runs of one session never overlap and keep their order") {
        EvaluatorFixture f;
        f.start();
        bool is_hanging = false;
        const auto hangs = [&] { is_hanging = true; };
        f.provisioner.expect_launch(
            {FakeScript().started().call(hangs).hang().print("first").done(), prints("second"), prints("third")});
        const auto first = f.submit(EvaluatorFixture::request("s", {"py:1"}));
        const auto second = f.submit(EvaluatorFixture::request("s", {"py:2"}));
        const auto third = f.submit(EvaluatorFixture::request("s", {"py:3"}));
        run_until(f.io, [&] { return is_hanging; });
        CHECK(second->state() == RunState::queued);
        CHECK(f.evaluator->session("alice", "s")->queued == 2);
        first->cancel(CancelReason::cancel_requested);
        CHECK(EvaluatorFixture::text(f.wait(third)) == "third");
        CHECK(second->finished());
        CHECK(EvaluatorFixture::text(f.wait(second)) == "second");
    }

    TEST_CASE("a full queue refuses") {
        EvaluatorFixture f;
        f.config.limits.queue = 2;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().hang().done()});
        f.submit(EvaluatorFixture::request("s", {"py:1"}));
        f.submit(EvaluatorFixture::request("s", {"py:2"}));
        f.submit(EvaluatorFixture::request("s", {"py:3"}));
        SubmitOptions options;
        options.principal = "alice";
        const auto refused = f.evaluator->submit(EvaluatorFixture::request("s", {"py:4"}), options, false);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == ErrorCode::too_many_requests);
        CHECK(refused.error().retry_after_s > 0);
    }

    TEST_CASE("a timeout interrupts, keeps the kernel and says so") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch(
            {FakeScript().started().print("before\n").hang().error("KeyboardInterrupt", "").done_cancelled(), prints("kept")});
        auto asked = EvaluatorFixture::request("s", {"py:loop"});
        asked.cells[0].timeout = 10ms;
        const json result = f.wait(f.submit(asked));
        const std::string text = EvaluatorFixture::text(result);
        CHECK(text.starts_with("before\n"));
        CHECK(text.find("Cell 1 timed out after 10 ms. The Python kernel was kept") != std::string::npos);
        CHECK(result["details"]["cells"][0]["error"]["ename"] == "TimeoutError");
        CHECK_FALSE(result["details"]["cells"][0].contains("exitCode"));
        CHECK(EvaluatorFixture::text(f.eval("s", {"py:more"})) == "kept");
        CHECK(f.provisioner.launched.front()->interrupts == 1);
        CHECK(f.provisioner.launched.front()->descendants_ended == 1);
    }

    TEST_CASE("a kernel that ignores the interrupt is killed; the next run gets a fresh one and a notice") {
        EvaluatorFixture f;
        f.start();
        auto control = f.provisioner.expect_launch({FakeScript().started().hang_for_ever()});
        auto asked = EvaluatorFixture::request("s", {"py:stubborn"});
        asked.cells[0].timeout = 10ms;
        const json result = f.wait(f.submit(asked));
        CHECK(EvaluatorFixture::text(result).find("was killed: its state is lost") != std::string::npos);
        CHECK(control->shut_downs == 1);
        const json next = f.eval("s", {"py:1"});
        CHECK(next["details"]["notice"].get<std::string>().find("killed after a cell timed out (10 ms)") != std::string::npos);
        CHECK_FALSE(f.eval("s", {"py:1"})["details"].contains("notice"));
    }

    TEST_CASE("a kernel that dies is reported with its code, and its cell is not run again") {
        EvaluatorFixture f;
        f.start();
        auto control = f.provisioner.expect_launch({FakeScript().started().print("so far\n").exit(7)});
        const json result = f.eval("s", {"py:os._exit(7)"});
        CHECK(EvaluatorFixture::text(result).starts_with("so far\n"));
        CHECK(EvaluatorFixture::text(result).find("Python kernel exited with code 7") != std::string::npos);
        CHECK(result["details"]["cells"][0]["exitCode"] == 7);
        CHECK(control->executed.size() == 1);
        const json next = f.eval("s", {"py:1"});
        CHECK(next["isError"] == false);
        CHECK(next["details"]["notice"].get<std::string>().find("exited with code 7") != std::string::npos);
    }

    TEST_CASE("a second death in a row is a hard failure until a reset") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().exit(1)});
        f.provisioner.expect_launch({FakeScript().started().exit(2)});
        f.eval("s", {"py:a"});
        f.eval("s", {"py:b"});
        const json third = f.eval("s", {"py:c"});
        CHECK(third["isError"] == true);
        CHECK(third["details"]["cells"][0]["error"]["ename"] == "KernelUnavailable");
        CHECK(EvaluatorFixture::text(third).find("exited with code 2") != std::string::npos);
        CHECK(f.provisioner.launched.size() == 2);
        auto asked = EvaluatorFixture::request("s", {"py:d"});
        asked.cells[0].reset = true;
        CHECK(f.wait(f.submit(asked))["isError"] == false);
    }

    TEST_CASE("a success between two deaths allows another restart") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().exit(1)});
        f.provisioner.expect_launch({prints("ok"), FakeScript().started().exit(2)});
        f.eval("s", {"py:a"});
        f.eval("s", {"py:b"});
        f.eval("s", {"py:c"});
        CHECK(f.eval("s", {"py:d"})["isError"] == false);
    }

    TEST_CASE("a death between calls is noticed and told") {
        EvaluatorFixture f;
        f.start();
        f.eval("s", {"py:a"});
        f.provisioner.launched.front()->scripts.push_back(FakeScript().started().done().exit(0));
        f.eval("s", {"py:b"});
        run_until(f.io, [&] { return f.evaluator->session("alice", "s")->kernels.empty(); });
        const json next = f.eval("s", {"py:c"});
        CHECK(next["details"]["notice"].get<std::string>().find("exited with code 0") != std::string::npos);
    }

    TEST_CASE("process.exit ends the cell with its code and restarts the kernel") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().done_restart(3)});
        const json result = f.eval("s", {"js:process.exit(3)"});
        CHECK(result["details"]["cells"][0]["exitCode"] == 3);
        CHECK(EvaluatorFixture::text(result).find("was restarted, as process.exit asks") != std::string::npos);
        const json next = f.eval("s", {"js:1"});
        CHECK(next["isError"] == false);
        CHECK(next["details"]["notice"].get<std::string>().find("process.exit") != std::string::npos);
    }

    TEST_CASE("reset gives a fresh kernel of that language only, and no notice") {
        EvaluatorFixture f;
        f.start();
        f.eval("s", {"py:a", "js:b"});
        auto asked = EvaluatorFixture::request("s", {"py:c", "js:d"});
        asked.cells[0].reset = true;
        const json result = f.wait(f.submit(asked));
        CHECK_FALSE(result["details"].contains("notice"));
        REQUIRE(f.provisioner.launched.size() == 3);
        CHECK(f.provisioner.launched[0]->shut_downs == 1);
        CHECK(f.provisioner.launched[1]->shut_downs == 0);
    }

    TEST_CASE("the environment and folder of a request go with its first cell and are put back") {
        EvaluatorFixture f;
        f.start();
        auto asked = EvaluatorFixture::request("s", {"py:a", "py:b"});
        asked.cwd = "sub";
        asked.env = {{"K", "V"}};
        f.wait(f.submit(asked));
        const auto& control = *f.provisioner.launched.front();
        CHECK(control.executed[0].cwd == control.launch.workspace + "/sub");
        CHECK(control.executed[0].env == asked.env);
        CHECK(control.executed[1].cwd.empty());
        CHECK(control.executed[1].env.empty());
        REQUIRE(control.sent.size() == 1);
        CHECK(control.sent[0] == R"({"type":"restore"})");
    }

    TEST_CASE("a busy kernel is never evicted; an idle one makes room and its session is told") {
        EvaluatorFixture f;
        f.config.python.max = 2;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().hang().print("survived").done()});
        const auto busy = f.submit(EvaluatorFixture::request("busy", {"py:long"}));
        f.eval("idle", {"py:a"});
        f.eval("third", {"py:b"});
        CHECK_FALSE(busy->finished());
        CHECK(f.evaluator->session("alice", "idle")->kernels.empty());
        const json back = f.eval("idle", {"py:c"});
        CHECK(back["details"]["notice"].get<std::string>().find("evicted to make room") != std::string::npos);
        CHECK_FALSE(busy->finished());
    }

    TEST_CASE("no slot in time: the run is refused before any cell, and says when to come back") {
        EvaluatorFixture f;
        f.config.python.max = 1;
        f.config.limits.kernel_wait = 20ms;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().hang().done()});
        f.submit(EvaluatorFixture::request("busy", {"py:long"}));
        const auto refused = f.submit(EvaluatorFixture::request("late", {"py:a"}));
        const json result = f.wait(refused);
        REQUIRE(refused->refusal());
        CHECK(refused->refusal()->code == ErrorCode::unavailable);
        CHECK(result["details"]["cells"][0]["error"]["ename"] == "KernelUnavailable");
    }

    TEST_CASE("a kernel that does not start fails the cell with the reason") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.fail_launch(Error{ErrorCode::unavailable, "Python kernel did not start within 10 s"});
        const json result = f.eval("s", {"py:a"});
        CHECK(EvaluatorFixture::text(result) == "Cell 1 failed: Python kernel did not start within 10 s.");
        CHECK(f.eval("s", {"py:a"})["isError"] == false);
    }

    TEST_CASE("a queued run is cancelled at once and never reaches a kernel") {
        EvaluatorFixture f;
        f.start();
        auto control = f.provisioner.expect_launch({FakeScript().started().hang().done()});
        f.submit(EvaluatorFixture::request("s", {"py:1"}));
        const auto queued = f.submit(EvaluatorFixture::request("s", {"py:2"}));
        queued->cancel(CancelReason::cancel_requested);
        const json result = f.wait(queued);
        CHECK(result["isError"] == true);
        CHECK(EvaluatorFixture::text(result) == "Cell 1 aborted: cancelled by request.");
        CHECK(result["details"]["cells"][0]["status"] == "pending");
        CHECK(control->executed.size() <= 1);
    }

    TEST_CASE("a run that is cancelled while its kernel starts ends at once; the kernel stays for the next") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.set_launches_released(false);
        const auto run = f.submit(EvaluatorFixture::request("s", {"py:1"}));
        run_until(f.io, [&] { return run->state() == RunState::running; });
        run->cancel(CancelReason::cancel_requested);
        CHECK(EvaluatorFixture::text(f.wait(run)) == "Cell 1 aborted: cancelled by request.");
        f.provisioner.set_launches_released(true);
        CHECK(f.eval("s", {"py:2"})["isError"] == false);
        CHECK(f.provisioner.launched.size() == 1);
        CHECK(f.provisioner.launched.front()->executed.size() == 1);
    }

    TEST_CASE("when the last waiter goes the run is cancelled, unless it is detached") {
        EvaluatorFixture f;
        f.start();
        f.provisioner.expect_launch({FakeScript().started().hang().done(), FakeScript().started().hang().done()});
        const auto run = f.submit(EvaluatorFixture::request("s", {"py:1"}));
        { const Run::Waiter waiter(run); }
        CHECK(f.wait(run)["details"]["cells"][0]["error"]["evalue"] == "the caller went away");
        auto asked = EvaluatorFixture::request("s", {"py:2"});
        asked.detach = true;
        const auto detached = f.submit(asked);
        { const Run::Waiter waiter(detached); }
        CHECK_FALSE(detached->cancelled());
    }

    TEST_CASE("the same key finds the same run; another body is refused") {
        EvaluatorFixture f;
        f.start();
        SubmitOptions options;
        options.principal = "alice";
        options.idempotency_key = "k";
        options.body_digest = "body";
        const auto first = f.evaluator->submit(EvaluatorFixture::request("s", {"py:1"}), options, false);
        const auto again = f.evaluator->submit(EvaluatorFixture::request("s", {"py:1"}), options, true);
        REQUIRE(again);
        CHECK(again->repeated);
        CHECK(again->run == first->run);
        options.body_digest = "other";
        const auto other = f.evaluator->submit(EvaluatorFixture::request("s", {"py:2"}), options, false);
        REQUIRE_FALSE(other);
        CHECK(other.error().code == ErrorCode::unprocessable);
        f.wait(first->run);
        CHECK(f.provisioner.launched.front()->executed.size() == 1);
    }
}
