#include "kernel/descendants.hpp"
#include "platform/pidfd.hpp"
#include "support/processes.hpp"
#include "support/result_printer.hpp"
#include "support/scripted_runner.hpp"

#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <string>

using namespace evald;
using evald::test::is_running;
using evald::test::ScriptedRunner;
using evald::test::zombies;

namespace {

ExecuteRequest cell(std::string id, std::string code) {
    ExecuteRequest request;
    request.id = std::move(id);
    request.code = std::move(code);
    return request;
}

/// A runner that execs the cell's code, and ends it with KeyboardInterrupt when interrupted.
constexpr const char* k_exec = R"(
import subprocess
def quiet(*_): pass
signal.signal(signal.SIGINT, signal.SIG_IGN)
ready()
while True:
    request = receive()
    if "code" not in request: continue
    cancelled = False
    # As a runner should: the handler is there before `started` is said.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        send(type="started", id=request["id"])
        exec(request["code"])
    except KeyboardInterrupt: cancelled = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    send(type="done", id=request["id"], status="ok", executionCount=1, cancelled=cancelled)
)";

/// In pieces: a plain Python that is signalled just before it begins to sleep sleeps on.
constexpr const char* k_sleep = "while True: time.sleep(0.01)";

}  // namespace

TEST_CASE_FIXTURE(ScriptedRunner, "An interrupt ends a busy cell and leaves the kernel") {
    const auto kernel = launch_python(k_exec);
    kernel->execute(cell("c1", "note('busy', 1)\nwhile True: pass"));
    pid_in_file("busy");
    kernel->interrupt();
    until_entry("done ok cancelled");
    kernel->execute(cell("c2", "pass"));
    until_entry("done ok");
    CHECK(kernel->alive());
}

TEST_CASE_FIXTURE(ScriptedRunner,
                  "An interrupt before `started` waits for it; after `done`, or with no cell, there is none") {
    const auto kernel = launch_python(k_exec);
    kernel->interrupt();
    kernel->execute(cell("c1", k_sleep));
    kernel->interrupt();
    until_entry("done ok cancelled");
    kernel->interrupt();
    seen.entries.clear();
    kernel->execute(cell("c2", "time.sleep(0.05)"));
    until_entry("done ok");
    CHECK_FALSE(seen.has("done ok cancelled"));
}

TEST_CASE_FIXTURE(ScriptedRunner, "An interrupt reaches the cell's own children, not those of earlier cells") {
    const auto kernel = launch_python(k_exec);
    // Back to back, so that both children start in the same tick of the clock.
    kernel->execute(cell("c1", "note('earlier', subprocess.Popen(['sleep', '100']).pid)"));
    until_entry("done ok");
    kernel->execute(cell("c2", "p = subprocess.Popen(['sleep', '100']); note('own', p.pid); p.wait()"));
    const pid_t earlier = pid_in_file("earlier");
    const pid_t own = pid_in_file("own");
    kernel->interrupt();
    until_entry("done ok cancelled");
    until([&] { return !is_running(own); });
    CHECK(is_running(earlier));
    kernel->end_cell_descendants();
    loop.run_for(std::chrono::milliseconds(600));
    CHECK(is_running(earlier));
    kernel->kill();
    until([&] { return !is_running(earlier) && zombies().empty(); });
}

TEST_CASE_FIXTURE(ScriptedRunner, "What of an interrupted cell ignores signals is terminated, then killed") {
    const auto kernel = launch_python(k_exec);
    kernel->execute(cell("c1", R"(
subprocess.run(["sh", "-c", "sleep 100 & echo $! >background.new; mv background.new background"])
subprocess.Popen(["sh", "-c",
    "trap '' INT TERM; echo $$ >stubborn.new; mv stubborn.new stubborn; while :; do sleep 1; done"])
subprocess.Popen(["setsid", "sh", "-c", "trap '' INT; echo $$ >session.new; mv session.new session; sleep 100; exit"])
while True: time.sleep(0.01)
)"));
    const pid_t background = pid_in_file("background");
    const pid_t stubborn = pid_in_file("stubborn");
    const pid_t session = pid_in_file("session");
    kernel->interrupt();
    until_entry("done ok cancelled");
    CHECK(is_running(background));
    kernel->end_cell_descendants();
    until([&] { return !is_running(background) && !is_running(session); });
    until([&] { return !is_running(stubborn); });
    CHECK(kernel->alive());
}

TEST_CASE_FIXTURE(ScriptedRunner, "With a kernel goes all that it started, as far as its marks can be found") {
    const auto kernel = launch_python(k_exec);
    kernel->execute(cell("c1", R"(
def daemon(name):
    if os.fork(): return
    os.setsid()
    if os.fork(): os._exit(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    note(name, os.getpid())
    time.sleep(100)
daemon("daemon")
subprocess.Popen(["setsid", "sh", "-c", "echo $$ >own_session.new; mv own_session.new own_session; sleep 100; exit"])
)"));
    const pid_t daemon = pid_in_file("daemon");
    const pid_t own_session = pid_in_file("own_session");
    const char* how = "";
    SUBCASE("kill") { how = "kill"; }
    SUBCASE("shut down") { how = "shut down"; }
    SUBCASE("its own end") { how = "its own end"; }
    if (how == std::string("kill")) kernel->kill();
    if (how == std::string("shut down")) test::run_coroutine(loop, kernel->shut_down());
    if (how == std::string("its own end")) ::kill(kernel->pid(), SIGKILL);
    until([&] { return !kernel->alive() && !is_running(daemon) && !is_running(own_session); });
}

TEST_CASE_FIXTURE(ScriptedRunner, "Another kernel's processes are nobody else's descendants") {
    const auto first = launch_python(k_exec);
    const auto second = launch_python(k_exec);
    second->execute(cell("c1", "note('other', subprocess.Popen(['sleep', '100']).pid)"));
    const pid_t other = pid_in_file("other");
    first->kill();
    until([&] { return !first->alive(); });
    CHECK(second->alive());
    CHECK(is_running(other));
    second->kill();
    until([&] { return !is_running(other); });
}

TEST_CASE("A moment parts earlier starts from later ones, in the same tick by the numbers") {
    const ProcessMoment moment{100, 5'000};
    CHECK(moment.is_before_start_of({1, 101}));
    CHECK_FALSE(moment.is_before_start_of({9'999, 99}));
    CHECK(moment.is_before_start_of({5'001, 100}));
    CHECK_FALSE(moment.is_before_start_of({5'000, 100}));
    CHECK_FALSE(moment.is_before_start_of({4'900, 100}));
    const ProcessMoment before_the_wrap{100, 32'760};
    CHECK(before_the_wrap.is_before_start_of({301, 100}));
    const ProcessMoment after_the_wrap{100, 310};
    CHECK_FALSE(after_the_wrap.is_before_start_of({301, 100}));
    CHECK_FALSE(after_the_wrap.is_before_start_of({32'760, 100}));
    const ProcessMoment unknown{100, 0};
    CHECK(unknown.is_before_start_of({32'760, 100}));
    const ProcessMoment now = ProcessMoment::now();
    CHECK(now.boot_ticks > 0);
    CHECK(now.last_pid > 0);
}

TEST_CASE("A process is told from a later one with its number") {
    const ProcessRef not_us{::getpid(), ProcessMoment::now().boot_ticks + 1'000};
    CHECK_FALSE(open_process(not_us));
    const std::vector<ProcessRef> nobody = process_tree_below(999'999'999);
    CHECK(nobody.empty());
}
