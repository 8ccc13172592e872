#include "support/processes.hpp"
#include "support/result_printer.hpp"
#include "support/scripted_runner.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace evald;
using evald::test::is_running;
using evald::test::run_coroutine;
using evald::test::ScriptedRunner;
using evald::test::zombies;

namespace {

ExecuteRequest cell(std::string id, std::string code = {}) {
    ExecuteRequest request;
    request.id = std::move(id);
    request.code = std::move(code);
    return request;
}

/// A runner that answers every cell with its code, and pings.
constexpr const char* k_echo = R"(
ready()
while True:
    request = receive()
    if request.get("type") == "ping": send(type="pong")
    elif request.get("type") == "exit": sys.exit(0)
    elif "code" in request:
        send(type="started", id=request["id"])
        send(type="result", id=request["id"], bundle={"text/plain": request["code"]})
        done(request["id"])
)";

}  // namespace

TEST_CASE_FIXTURE(ScriptedRunner, "A kernel executes cells, answers pings and leaves when asked to") {
    const auto kernel = launch_python(k_echo);
    CHECK(kernel->alive());
    CHECK(kernel->pid() > 0);
    CHECK(kernel->resident_bytes() > 1'000'000);
    kernel->execute(cell("c1", "1+1"));
    until_entry("done ok");
    CHECK(seen.entries == std::vector<std::string>{"started", "result 1+1", "done ok"});
    const bool answered = run_coroutine(loop, kernel->ping());
    CHECK(answered);
    const ExitStatus status = run_coroutine(loop, kernel->shut_down());
    CHECK_FALSE(status.signaled);
    CHECK(status.value == 0);
    CHECK_FALSE(kernel->alive());
    CHECK(kernel->resident_bytes() == 0);
    CHECK(seen.entries.back() == "exit exited with code 0");
    CHECK(zombies().empty());
}

TEST_CASE_FIXTURE(ScriptedRunner, "A cell's whole request reaches the runner, however long") {
    const auto kernel = launch_python(k_echo);
    const std::string code(3'000'000, 'x');
    kernel->execute(cell("c1", code));
    until_entry("done ok");
    CHECK(seen.entries[1] == "result " + code);
}

TEST_CASE_FIXTURE(ScriptedRunner, "Garbage between frames is counted and skipped") {
    const auto kernel = launch_python(R"(
os.write(4, b"\x00\xff no frame\n\n{}\n")
ready()
request = receive()
send(type="started", id=request["id"])
os.write(4, b"{\"type\":\"stdout\"\n" + b"x" * 200_000 + b"\n[1]\n")
done(request["id"])
receive()
)");
    CHECK(kernel->garbage_lines() == 3);
    kernel->execute(cell("c1"));
    until_entry("done ok");
    CHECK(kernel->garbage_lines() == 6);
    CHECK(kernel->alive());
}

TEST_CASE_FIXTURE(ScriptedRunner, "An endless line is skipped without being kept") {
    config.limits.frame = 1 << 20U;
    const auto kernel = launch_python(R"(
ready()
request = receive()
send(type="started", id=request["id"])
for _ in range(200): os.write(4, b"x" * 100_000)
os.write(4, b"\n")
done(request["id"])
receive()
)");
    const std::size_t before = test::resident_kilobytes(::getpid());
    kernel->execute(cell("c1"));
    until_entry("done ok");
    CHECK(kernel->garbage_lines() == 1);
    CHECK(test::resident_kilobytes(::getpid()) < before + 8'000);
}

TEST_CASE_FIXTURE(ScriptedRunner, "A kernel that dies has all that it wrote delivered first, then its end, once") {
    const auto kernel = launch_python(R"(
ready()
request = receive()
send(type="started", id=request["id"])
send(type="stdout", id=request["id"], data="frame")
os.write(1, b"raw")
os.write(4, b"{\"type\":\"stdout\",\"id\":")
os._exit(7)
)");
    kernel->execute(cell("c1"));
    until([&] { return !kernel->alive() && !seen.entries.empty() && seen.entries.back().starts_with("exit"); });
    CHECK(seen.has("started"));
    CHECK(seen.has("stdout frame"));
    CHECK(seen.has("raw out raw"));
    CHECK(seen.entries.back() == "exit exited with code 7");
    CHECK(seen.entries.size() == 4);
    kernel->execute(cell("c2"));
    kernel->interrupt();
    kernel->kill();
    const ExitStatus status = run_coroutine(loop, kernel->shut_down());
    CHECK(status.value == 7);
    const bool answered = run_coroutine(loop, kernel->ping());
    CHECK_FALSE(answered);
    CHECK(seen.entries.size() == 4);
}

TEST_CASE_FIXTURE(ScriptedRunner, "An observer that comes after the end hears of it") {
    const auto kernel = launch_shell(R"(echo '{"type":"ready","protocol":1}' >&4; read line <&3; exit 5)");
    kernel->set_observer(nullptr);
    kernel->execute(cell("c1"));
    until([&] { return !kernel->alive(); });
    kernel->set_observer(&seen);
    CHECK(seen.entries.empty());
    until_entry("exit exited with code 5");
}

TEST_CASE_FIXTURE(ScriptedRunner, "A descendant that holds the pipes does not hold up the end") {
    const auto kernel = launch_shell(R"(
echo '{"type":"ready","protocol":1}' >&4
setsid sh -c 'trap "" TERM; while :; do echo flood; done' &
read line <&3
exit 0
)");
    until([&] { return seen.raw_bytes > 0; });
    seen.keeps_output = false;
    kernel->execute(cell("c1"));
    until_entry("exit exited with code 0");
    CHECK(zombies().empty());
}

TEST_CASE_FIXTURE(ScriptedRunner, "A kernel that closes its descriptors is killed, which the reason says") {
    const char* script = "";
    SUBCASE("both, and goes on") { script = "exec 3<&- 4>&-; exec sleep 100"; }
    SUBCASE("frames only") { script = "exec 4>&-; exec sleep 100"; }
    SUBCASE("requests only, noticed by the next request") { script = "exec 3<&-; touch closed; exec sleep 100"; }
    const auto kernel = launch_shell(std::string("echo '{\"type\":\"ready\",\"protocol\":1}' >&4\n") + script);
    if (std::string_view(script).find("touch") != std::string_view::npos) {
        until([&] { return std::filesystem::exists(dir / "workspace/closed"); });
    }
    kernel->execute(cell("c1"));
    until_entry("exit was killed by signal 9 (SIGKILL)");
    CHECK(kernel->end_reason() == "closed its protocol descriptors");
}

TEST_CASE_FIXTURE(ScriptedRunner, "A runner that does not answer a ping is told from one that does") {
    const auto kernel = launch_shell(R"(echo '{"type":"ready","protocol":1}' >&4; exec sleep 100)");
    const bool answered = run_coroutine(loop, kernel->ping());
    CHECK_FALSE(answered);
    CHECK(kernel->alive());
}

TEST_CASE_FIXTURE(ScriptedRunner, "Leaving is asked for, then demanded, then forced") {
    struct Row {
        const char* script;
        const char* end;
    };
    for (const Row& row : {Row{"read line <&3; exit 3", "exit exited with code 3"},
                           Row{"exec sleep 100", "exit was killed by signal 15 (SIGTERM)"},
                           Row{"trap '' TERM; while :; do sleep 1; done", "exit was killed by signal 9 (SIGKILL)"}}) {
        seen.entries.clear();
        const auto kernel = launch_shell(std::string("echo '{\"type\":\"ready\",\"protocol\":1}' >&4\n") + row.script);
        run_coroutine(loop, kernel->shut_down());
        REQUIRE(!seen.entries.empty());
        CHECK(seen.entries.back() == row.end);
    }
    CHECK(zombies().empty());
}

TEST_CASE_FIXTURE(ScriptedRunner, "Destroying a running kernel ends it and its children without waiting") {
    auto kernel = launch_shell(R"(echo '{"type":"ready","protocol":1}' >&4
sleep 100 & echo $! >child.new; mv child.new child
setsid sleep 100 & echo $! >stray.new; mv stray.new stray
wait)");
    const pid_t pid = kernel->pid();
    const pid_t child = pid_in_file("child");
    const pid_t stray = pid_in_file("stray");
    CHECK(is_running(child));
    const std::size_t entries = seen.entries.size();
    kernel.reset();
    until([&] { return !is_running(pid) && !is_running(child) && !is_running(stray) && zombies().empty(); });
    CHECK(seen.entries.size() == entries);
}
