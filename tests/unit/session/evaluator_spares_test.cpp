#include "support/evaluator_fixture.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::test;
using nlohmann::json;
using namespace std::chrono_literals;

namespace {

struct SparesFixture : EvaluatorFixture {
    SparesFixture() { config.python.spares = 1; }

    void wait_for_spare() {
        run_until(io, [this] { return evaluator->gauges().spares["python"] == 1; });
    }
};

}  // namespace

TEST_SUITE("evaluator with spares") {
    TEST_CASE("a new session takes the kernel that waits, with the workspace that it stands in") {
        SparesFixture f;
        f.start();
        f.wait_for_spare();
        REQUIRE(f.provisioner.launched.size() == 1);
        FakeKernelControl& spare = *f.provisioner.launched.front();
        REQUIRE(spare.executed.size() == 1);
        CHECK(spare.executed.front().silent);
        spare.scripts.push_back(FakeScript().started().print("from the spare").done());
        const json result = f.eval("s", {"py:a"});
        CHECK(EvaluatorFixture::text(result) == "from the spare");
        CHECK_FALSE(result["details"].contains("notice"));
        CHECK(f.evaluator->workspace("alice", "s").value() == spare.launch.workspace);
        CHECK_FALSE(spare.executed.back().silent);
    }

    TEST_CASE("the pool fills itself again, and no kernel is given away twice") {
        SparesFixture f;
        f.start();
        f.wait_for_spare();
        f.eval("one", {"py:a"});
        f.wait_for_spare();
        f.eval("two", {"py:b"});
        CHECK(f.provisioner.launched[0]->launch.workspace == f.evaluator->workspace("alice", "one").value());
        CHECK(f.provisioner.launched[1]->launch.workspace == f.evaluator->workspace("alice", "two").value());
        CHECK(f.evaluator->statistics().kernel_starts.at({"python", "spare"}) == 2);
    }

    TEST_CASE("a session that is there already, or begins with another language, starts cold in its own workspace") {
        SparesFixture f;
        f.start();
        f.wait_for_spare();
        f.eval("s", {"js:a"});
        f.eval("s", {"py:b"});
        REQUIRE(f.provisioner.launched.size() == 3);
        CHECK(f.provisioner.launched[2]->launch.workspace == f.provisioner.launched[1]->launch.workspace);
        CHECK(f.evaluator->gauges().spares["python"] == 1);
    }

    TEST_CASE("a kernel that comes to a run which waited for it is not taken away for the next that waits") {
        SparesFixture f;
        f.config.python.max = 1;
        f.start();
        f.wait_for_spare();
        f.provisioner.launched.front()->scripts.push_back(FakeScript().started().hang().done());
        const auto busy = f.submit(EvaluatorFixture::request("busy", {"py:long"}));
        f.wait_for_spare();
        const auto second = f.submit(EvaluatorFixture::request("second", {"py:a"}));
        f.wait_for_spare();
        const auto third = f.submit(EvaluatorFixture::request("third", {"py:b"}));
        busy->cancel(CancelReason::cancel_requested);
        CHECK(f.wait(second)["isError"] == false);
        CHECK(f.wait(third)["isError"] == false);
    }

    TEST_CASE("a spare that has died is not used") {
        SparesFixture f;
        f.start();
        f.wait_for_spare();
        f.provisioner.launched.front()->scripts.push_back(FakeScript().exit(1));
        f.provisioner.launched.front()->is_alive = false;
        CHECK(f.eval("s", {"py:a"})["isError"] == false);
        CHECK(f.provisioner.launched.size() >= 2);
    }

    TEST_CASE("with little memory free there are none") {
        SparesFixture f;
        f.config.kernel.spare_memory = 1ULL << 60U;
        f.start();
        CHECK(f.eval("s", {"py:a"})["isError"] == false);
        CHECK(f.provisioner.launched.size() == 1);
        CHECK(f.evaluator->gauges().spares["python"] == 0);
    }

    TEST_CASE("they end with the service, and leave no workspace") {
        SparesFixture f;
        f.start();
        f.wait_for_spare();
        run_coroutine(f.io, f.evaluator->stop());
        CHECK(f.provisioner.launched.front()->is_destroyed);
        f.evaluator.reset();
        CHECK(std::filesystem::is_empty(f.config.data + "/workspaces"));
    }
}

TEST_SUITE("evaluator after a restart") {
    TEST_CASE("sessions are there again, and their kernels' end is told once") {
        EvaluatorFixture f;
        f.start();
        f.eval("s", {"py:x = 1"});
        f.eval("other", {"js:a"});
        const std::string workspace = f.evaluator->workspace("alice", "s").value();
        const std::int64_t created = f.evaluator->session("alice", "s")->created_ms;
        run_coroutine(f.io, f.evaluator->stop());
        f.evaluator.reset();
        f.start();
        REQUIRE(f.evaluator->sessions("alice").size() == 2);
        CHECK(f.evaluator->session("alice", "s")->created_ms == created);
        CHECK(f.evaluator->session("alice", "s")->kernels.empty());
        CHECK(f.evaluator->workspace("alice", "s").value() == workspace);
        CHECK_FALSE(f.eval("s", {"js:a"})["details"].contains("notice"));
        const json first = f.eval("s", {"py:b"});
        CHECK(first["details"]["notice"].get<std::string>().find("the service was restarted") != std::string::npos);
        CHECK(first["sessionCreated"] == false);
        CHECK_FALSE(f.eval("s", {"py:c"})["details"].contains("notice"));
    }

    TEST_CASE("a session that was ended is not, nor is its workspace") {
        EvaluatorFixture f;
        f.start();
        f.eval("s", {"py:x = 1"});
        run_coroutine(f.io, f.evaluator->remove_session("alice", "s"));
        run_coroutine(f.io, f.evaluator->stop());
        f.evaluator.reset();
        f.start();
        CHECK(f.evaluator->sessions("alice").empty());
        CHECK(std::filesystem::is_empty(f.config.data + "/workspaces"));
    }
}
