#include "support/processes.hpp"
#include "support/result_printer.hpp"
#include "support/scripted_runner.hpp"

#include <doctest/doctest.h>
#include <future>
#include <string>

using namespace evald;
using evald::test::open_descriptors;
using evald::test::ScriptedRunner;
using evald::test::zombies;

TEST_CASE_FIXTURE(ScriptedRunner, "A kernel that never says ready fails with what it said instead") {
    config.kernel.start_timeout = std::chrono::milliseconds(1'500);
    const auto kernel = try_launch_shell("echo 'cannot open the display' >&2; exec sleep 100");
    REQUIRE_FALSE(kernel);
    CHECK(kernel.error().code == ErrorCode::unavailable);
    CHECK(kernel.error().message == "JavaScript kernel did not start within 1.5 s: cannot open the display");
    until([] { return zombies().empty(); });
}

TEST_CASE_FIXTURE(ScriptedRunner, "A kernel that dies while it starts fails at once, with its end and its last words") {
    const auto kernel = try_launch_shell("printf 'no such module\\377\\n\\n' >&2; exit 3");
    REQUIRE_FALSE(kernel);
    CHECK(kernel.error().message == "JavaScript kernel exited with code 3 while it started: no such module\uFFFD");
    CHECK(zombies().empty());
}

TEST_CASE_FIXTURE(ScriptedRunner, "Of much that is said only the end is kept") {
    const auto kernel = try_launch_shell("yes 'a long story' | head -c 100000 >&2; echo the end >&2; exit 1");
    REQUIRE_FALSE(kernel);
    CHECK(kernel.error().message.size() < 2'200);
    CHECK(kernel.error().message.ends_with("the end"));
}

TEST_CASE_FIXTURE(ScriptedRunner, "A runner that cannot be executed is the launcher's one line") {
    const auto kernel = try_launch_shell("");
    REQUIRE_FALSE(kernel);
    dir.write("runner.sh", "#!/no/such/shell\n", true);
    KernelPaths paths;
    paths.launcher = test::launcher_path();
    paths.javascript_runner = dir / "runner.sh";
    LocalProvisioner broken(loop.get_executor(), spawner, config, paths, {});
    LaunchRequest request;
    request.language = Language::javascript;
    request.workspace = dir / "workspace";
    const auto outcome = test::run_coroutine(loop, broken.launch(request));
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().message == "JavaScript kernel exited with code 127 while it started: evald-launcher: " +
                                         paths.javascript_runner + ": No such file or directory");
}

TEST_CASE_FIXTURE(ScriptedRunner, "Another version of the protocol is refused by its number") {
    const auto kernel = try_launch_shell(R"(echo '{"type":"ready","protocol":2}' >&4; exec sleep 100)");
    REQUIRE_FALSE(kernel);
    CHECK(kernel.error().message == "JavaScript kernel speaks version 2 of the protocol while it started");
}

TEST_CASE_FIXTURE(ScriptedRunner, "What is missing or switched off is said before anything is started") {
    KernelPaths paths;
    paths.launcher = test::launcher_path();
    paths.javascript_runner = dir / "absent";
    LaunchRequest request;
    request.language = Language::javascript;
    request.workspace = dir / "workspace";
    {
        LocalProvisioner missing(loop.get_executor(), spawner, config, paths, {});
        CHECK(missing.availability(Language::javascript).error().message ==
              "The JavaScript runner " + paths.javascript_runner + " is missing");
        const auto kernel = test::run_coroutine(loop, missing.launch(request));
        CHECK_FALSE(kernel);
    }
    config.javascript.enabled = false;
    LocalProvisioner disabled(loop.get_executor(), spawner, config, paths, {});
    CHECK(disabled.availability(Language::javascript).error().message == "JavaScript is disabled");
    LocalProvisioner empty(loop.get_executor(), spawner, config, KernelPaths(), {});
    CHECK(empty.availability(Language::python).error().message == "evald-launcher was not found beside the executable");
}

TEST_CASE_FIXTURE(ScriptedRunner, "40 kernels that come and go leave no descriptor and no zombie") {
    constexpr const char* k_script = R"(echo '{"type":"ready","protocol":1}' >&4; exec sleep 100)";
    {
        const auto first = launch_shell(k_script);
        test::run_coroutine(loop, first->shut_down());
    }
    // The spawner's thread looks through /proc when a kernel has ended: count when it is done with that.
    std::promise<void> idle;
    spawner.post([&] { idle.set_value(); });
    idle.get_future().wait();
    const std::size_t before = open_descriptors();
    for (int i = 0; i < 40; ++i) {
        const auto kernel = launch_shell(k_script);
        if (i % 2 == 0) test::run_coroutine(loop, kernel->shut_down());
    }
    until([&] { return zombies().empty() && open_descriptors() == before; });
}
