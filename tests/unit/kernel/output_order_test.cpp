#include "support/processes.hpp"
#include "support/result_printer.hpp"
#include "support/scripted_runner.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

using namespace evald;
using evald::test::ScriptedRunner;

namespace {

ExecuteRequest cell(std::string id) {
    ExecuteRequest request;
    request.id = std::move(id);
    return request;
}

}  // namespace

TEST_CASE_FIXTURE(ScriptedRunner, "What lies in fd 1 and 2 before a frame is delivered before it") {
    const auto kernel = launch_python(R"(
ready()
request = receive()
send(type="started", id=request["id"])
for i in range(200):
    os.write(1, b"o%d " % i)
    os.write(2, b"e%d " % i)
    send(type="stdout", id=request["id"], data="f%d" % i)
done(request["id"])
receive()
)");
    kernel->execute(cell("c1"));
    until_entry("done ok");
    std::string out;
    std::string err;
    int frame = 0;
    for (const std::string& entry : seen.entries) {
        if (entry.starts_with("raw out ")) out += entry.substr(8);
        if (entry.starts_with("raw err ")) err += entry.substr(8);
        if (entry != "stdout f" + std::to_string(frame)) continue;
        CHECK(out.find("o" + std::to_string(frame) + " ") != std::string::npos);
        CHECK(err.find("e" + std::to_string(frame) + " ") != std::string::npos);
        ++frame;
    }
    CHECK(frame == 200);
}

TEST_CASE_FIXTURE(ScriptedRunner, "After a barrier a child's output comes behind the frames before it") {
    const auto kernel = launch_python(R"(
import subprocess
ready()
request = receive()
send(type="started", id=request["id"])
for i in range(20):
    send(type="stdout", id=request["id"], data="<%d" % i)
    barrier(i)
    subprocess.run(["/bin/echo", "-n", "%d>" % i])
done(request["id"])
receive()
)");
    kernel->execute(cell("c1"));
    until_entry("done ok");
    std::string expected;
    for (int i = 0; i < 20; ++i) expected += "<" + std::to_string(i) + std::to_string(i) + ">";
    CHECK(seen.output(OutputStream::out) == expected);
}

TEST_CASE_FIXTURE(ScriptedRunner, "A child that floods fd 1 holds up no frame") {
    const auto kernel = launch_python(R"(
import subprocess
ready()
request = receive()
send(type="started", id=request["id"])
flood = subprocess.Popen(["yes"])
for i in range(50): send(type="stdout", id=request["id"], data="f")
done(request["id"])
receive()
)");
    seen.keeps_output = false;
    kernel->execute(cell("c1"));
    until_entry("done ok");
    CHECK(std::count(seen.entries.begin(), seen.entries.end(), "stdout f") == 50);
    until([&, before = seen.raw_bytes] { return seen.raw_bytes > before + 5'000'000; });
    CHECK(kernel->alive());
}

TEST_CASE_FIXTURE(ScriptedRunner, "Stopping to read stops a flood of frames and loses nothing of it") {
    const auto kernel = launch_python(R"(
ready()
request = receive()
send(type="started", id=request["id"])
for i in range(3000):
    send(type="stdout", id=request["id"], data="%d" % i + "x" * 1000)
    note("progress", i)
done(request["id"])
receive()
)");
    std::size_t frames = 0;
    seen.also = [&](const Frame&) {
        if (++frames == 100) kernel->set_reading(false);
    };
    kernel->execute(cell("c1"));
    until([&] { return frames == 100; });
    // The runner stands still once its pipe is full: some 64 frames of 1 KB after those taken.
    int progress = -1;
    until([&] {
        const int now = static_cast<int>(pid_in_file("progress"));
        return std::exchange(progress, now) == now && now > 100;
    });
    CHECK(progress < 300);
    CHECK(frames == 100);
    kernel->set_reading(true);
    CHECK(frames == 100);
    until_entry("done ok");
    CHECK(frames == 3'002);
    CHECK(seen.entries[3'000].starts_with("stdout 2999x"));
}

TEST_CASE_FIXTURE(ScriptedRunner, "Stopping to read stops a flood on fd 1 too, and memory stays flat") {
    const auto kernel = launch_shell(R"(echo '{"type":"ready","protocol":1}' >&4; exec yes)");
    seen.keeps_output = false;
    until([&] { return seen.raw_bytes > 20'000'000; });
    kernel->set_reading(false);
    const std::size_t taken = seen.raw_bytes;
    const std::size_t memory = test::resident_kilobytes(::getpid());
    // Blocked in write(): asleep, and it stays so however often we look.
    for (int calm = 0; calm < 20;) {
        loop.run_one_for(std::chrono::milliseconds(5));
        calm = test::process_state(kernel->pid()) == 'S' ? calm + 1 : 0;
    }
    CHECK(seen.raw_bytes == taken);
    kernel->set_reading(true);
    until([&] { return seen.raw_bytes > taken + 50'000'000; });
    CHECK(test::resident_kilobytes(::getpid()) < memory + 2'000);
    kernel->set_reading(false);
    kernel->kill();
    until([&] { return !kernel->alive(); });
    CHECK(seen.entries.back() == "exit was killed by signal 9 (SIGKILL)");
}

TEST_CASE_FIXTURE(ScriptedRunner, "Stopping and resuming from within a frame keeps the order") {
    const auto kernel = launch_python(R"(
ready()
request = receive()
send(type="started", id=request["id"])
os.write(4, b"".join(b'{"type":"stdout","id":"c1","data":"%d "}\n' % i for i in range(1000)))
done(request["id"])
receive()
)");
    seen.also = [&](const Frame&) {
        kernel->set_reading(false);
        kernel->set_reading(true);
    };
    kernel->execute(cell("c1"));
    until_entry("done ok");
    std::string expected;
    for (int i = 0; i < 1'000; ++i) expected += std::to_string(i) + " ";
    CHECK(seen.output(OutputStream::out) == expected);
}

TEST_CASE_FIXTURE(ScriptedRunner, "What a kernel wrote before it died is delivered whole, also while reading is off") {
    const auto kernel = launch_python(R"(
ready()
request = receive()
send(type="started", id=request["id"])
for i in range(100): send(type="stdout", id=request["id"], data="%d " % i)
os.write(1, b"raw")
os._exit(0)
)");
    seen.also = [&](const Frame&) { kernel->set_reading(false); };
    kernel->execute(cell("c1"));
    until_entry("exit exited with code 0");
    CHECK(seen.has("stdout 0 "));
    CHECK(seen.has("stdout 99 "));
    CHECK(seen.has("raw out raw"));
    CHECK(seen.entries.size() == 103);
}
