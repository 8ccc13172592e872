#include "support/fake_kernel.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"
#include "support/scripted_runner.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace evald;
using namespace evald::test;

namespace {

struct Fixture {
    std::unique_ptr<Kernel> launch() {
        LaunchRequest request;
        request.workspace = "/w";
        auto kernel = run_coroutine(loop, provisioner.launch(request));
        REQUIRE(kernel);
        (*kernel)->set_observer(&seen);
        return std::move(*kernel);
    }
    void execute(Kernel& kernel, std::string id) {
        ExecuteRequest request;
        request.id = std::move(id);
        kernel.execute(request);
        turn();
    }
    void turn() {
        loop.restart();
        loop.poll();
    }

    boost::asio::io_context loop;
    FakeProvisioner provisioner{loop.get_executor()};
    RecordingObserver seen;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "A fake kernel performs its scripts, then succeeds without output") {
    const auto control =
        provisioner.expect_launch({FakeScript().started().print("a\"").raw(OutputStream::err, "b").result("2").done()});
    const auto kernel = launch();
    CHECK(control->launch.workspace == "/w");
    execute(*kernel, "c1");
    execute(*kernel, "c2");
    CHECK(seen.entries ==
          std::vector<std::string>{"started", "stdout a\"", "raw err b", "result 2", "done ok", "started", "done ok"});
    CHECK(control->executed[1].id == "c2");
}

TEST_CASE_FIXTURE(Fixture, "It hangs until it is interrupted, and waits for messages") {
    const auto control =
        provisioner.expect_launch({FakeScript().started().hang().error("KeyboardInterrupt", "").done_cancelled(),
                                   FakeScript().started().tool("k", "add", "[1]").wait_for_message().done()});
    const auto kernel = launch();
    execute(*kernel, "c1");
    CHECK(seen.entries.back() == "started");
    kernel->interrupt();
    turn();
    CHECK(seen.entries.back() == "done error cancelled");
    execute(*kernel, "c2");
    CHECK(seen.entries.back() == "tool add [1]");
    kernel->send("{}");
    turn();
    CHECK(seen.entries.back() == "done ok");
    CHECK(control->interrupts == 1);
    CHECK(control->sent == std::vector<std::string>{"{}"});
}

TEST_CASE_FIXTURE(Fixture, "It can die, and be ended") {
    provisioner.expect_launch({FakeScript().started().exit(7).print("never")});
    auto kernel = launch();
    execute(*kernel, "c1");
    CHECK(seen.entries == std::vector<std::string>{"started", "exit exited with code 7"});
    CHECK_FALSE(kernel->alive());
    const auto control = provisioner.expect_launch({FakeScript().started().hang_for_ever()});
    kernel = launch();
    execute(*kernel, "c1");
    const ExitStatus status = run_coroutine(loop, kernel->shut_down());
    CHECK(status.signaled);
    kernel.reset();
    CHECK(control->is_destroyed);
}

TEST_CASE_FIXTURE(Fixture, "Launches can fail and be held back") {
    provisioner.fail_launch(Error{ErrorCode::unavailable, "no"});
    CHECK(run_coroutine(loop, provisioner.launch(LaunchRequest())).error().message == "no");
    provisioner.make_unavailable(Language::javascript, Error{ErrorCode::unavailable, "absent"});
    CHECK(provisioner.availability(Language::python));
    CHECK(provisioner.availability(Language::javascript).error().message == "absent");
    provisioner.set_launches_released(false);
    const auto launched = std::make_shared<std::optional<Result<std::unique_ptr<Kernel>>>>();
    boost::asio::co_spawn(loop, keep_value(provisioner.launch(LaunchRequest()), launched), boost::asio::detached);
    turn();
    CHECK_FALSE(launched->has_value());
    provisioner.set_launches_released(true);
    turn();
    REQUIRE(launched->has_value());
    CHECK(**launched);
}
