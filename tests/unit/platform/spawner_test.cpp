#include "platform/spawner.hpp"
#include "platform/pidfd.hpp"
#include "platform/pipe.hpp"
#include "support/processes.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"

#include <boost/asio/io_context.hpp>
#include <csignal>
#include <doctest/doctest.h>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace asio = boost::asio;
using evald::ChildProcess;
using evald::ExitStatus;
using evald::make_pipe;
using evald::Pipe;
using evald::Result;
using evald::Spawner;
using evald::SpawnRequest;
using evald::UniqueFd;
using evald::test::open_descriptors;
using evald::test::run_coroutine;
using evald::test::run_until;
using evald::test::zombies;

namespace {

struct Fixture {
    Result<ChildProcess> spawn(std::vector<std::string> argv, std::vector<UniqueFd> descriptors = {}) {
        SpawnRequest request;
        request.argv = std::move(argv);
        request.environment = {"PATH=/usr/bin:/bin", "MARK=yes"};
        request.descriptors = std::move(descriptors);
        return run_coroutine(loop, spawner.spawn(std::move(request)));
    }

    Result<ChildProcess> shell(const std::string& script) { return spawn({"/bin/sh", "-c", script}); }

    ExitStatus end_of(ChildProcess&& child) { return end_of(child); }

    ExitStatus end_of(ChildProcess& child) {
        std::optional<ExitStatus> status;
        child.watch_exit([&](const ExitStatus& how) { status = how; });
        run_until(loop, [&] { return status.has_value(); });
        return *status;
    }

    std::string output_of(const std::string& script, std::size_t extra_descriptors = 0) {
        Pipe pipe = std::move(*make_pipe());
        std::vector<UniqueFd> descriptors;
        descriptors.push_back(std::move(*evald::open_null()));
        descriptors.push_back(std::move(pipe.write));
        descriptors.push_back(std::move(*evald::open_null()));
        for (std::size_t i = 0; i < extra_descriptors; ++i) descriptors.push_back(std::move(*evald::open_null()));
        Result<ChildProcess> child = spawn({"/bin/sh", "-c", script}, std::move(descriptors));
        REQUIRE(child);
        std::string text;
        char buffer[4'096];
        for (ssize_t size = 0; (size = ::read(pipe.read.get(), buffer, sizeof buffer)) > 0;)
            text.append(buffer, static_cast<std::size_t>(size));
        end_of(*child);
        return text;
    }

    asio::io_context loop;
    Spawner spawner{loop.get_executor()};
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "How a child ended is told: code, signal, and in words") {
    struct Row {
        const char* script;
        bool signaled;
        int value;
        const char* words;
    };
    for (const Row& row : {Row{"exit 0", false, 0, "exited with code 0"}, Row{"exit 7", false, 7, "exited with code 7"},
                           Row{"kill -9 $$", true, SIGKILL, "was killed by signal 9 (SIGKILL)"},
                           Row{"kill -15 $$", true, SIGTERM, "was killed by signal 15 (SIGTERM)"}}) {
        Result<ChildProcess> child = shell(row.script);
        REQUIRE(child);
        const ExitStatus status = end_of(*child);
        CHECK(status.signaled == row.signaled);
        CHECK(status.value == row.value);
        CHECK(status.describe() == row.words);
        CHECK_FALSE(child->is_running());
        CHECK_FALSE(child->signal(SIGTERM));
    }
}

TEST_CASE_FIXTURE(Fixture, "A child that ended before anybody looked is not missed") {
    Result<ChildProcess> child = shell("exit 3");
    REQUIRE(child);
    run_until(loop, [&] { return !zombies().empty(); });
    CHECK(end_of(*child).value == 3);
    CHECK(zombies().empty());
}

TEST_CASE_FIXTURE(Fixture, "While its end is told the child is still a zombie, afterwards it is reaped") {
    Result<ChildProcess> child = shell("exit 0");
    REQUIRE(child);
    bool was_zombie = false;
    bool is_told = false;
    child->watch_exit([&](const ExitStatus&) {
        was_zombie = zombies() == std::vector<pid_t>{child->pid()};
        is_told = true;
    });
    run_until(loop, [&] { return is_told; });
    CHECK(was_zombie);
    CHECK(zombies().empty());
}

TEST_CASE_FIXTURE(Fixture, "What can't be started is a value with the reason") {
    const Result<ChildProcess> child = spawn({"/no/such/program"});
    REQUIRE_FALSE(child);
    CHECK(child.error().code == evald::ErrorCode::unavailable);
    CHECK(child.error().message == "/no/such/program could not be started: No such file or directory");
}

TEST_CASE_FIXTURE(Fixture, "A child gets the descriptors and the environment of the request, and nothing else") {
    CHECK(output_of("ls /proc/self/fd | tr '\\n' ' '") == "0 1 2 3 ");  // 3 is the folder that ls reads
    CHECK(output_of("ls /proc/self/fd | tr '\\n' ' '", 2) == "0 1 2 3 4 5 ");
    CHECK(output_of("printf %s \"$MARK:$HOME\"") == "yes:");
}

TEST_CASE_FIXTURE(Fixture, "A child starts with no signal blocked or ignored") {
    sigset_t usr1;
    sigset_t before;
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &usr1, &before);
    const auto previous = ::signal(SIGUSR2, SIG_IGN);
    const std::string blocked = output_of("grep SigBlk /proc/self/status");
    const std::string ignored = output_of("grep SigIgn /proc/self/status");
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::signal(SIGUSR2, previous);
    CHECK(blocked == "SigBlk:\t0000000000000000\n");
    // glibc has posix_spawn ignore the two signals that it keeps to itself.
    CHECK(ignored == "SigIgn:\t0000000180000000\n");
}

TEST_CASE_FIXTURE(Fixture, "300 children leave no descriptor and no zombie behind") {
    end_of(std::move(*shell("exit 0")));  // the loop opens its own descriptors on first use
    const std::size_t before = open_descriptors();
    std::vector<ChildProcess> children;
    std::size_t ended = 0;
    for (int i = 0; i < 300; ++i) {
        Result<ChildProcess> child = shell(i % 2 == 0 ? "exit 0" : "kill -9 $$");
        REQUIRE(child);
        child->watch_exit([&](const ExitStatus&) { ++ended; });
        children.push_back(std::move(*child));
    }
    run_until(loop, [&] { return ended == children.size(); });
    children.clear();
    CHECK(open_descriptors() == before);
    CHECK(zombies().empty());
}

TEST_CASE_FIXTURE(Fixture, "A running child that is given up is killed and reaped, without waiting for it") {
    end_of(std::move(*shell("exit 0")));
    const std::size_t before = open_descriptors();
    pid_t pid = 0;
    {
        Result<ChildProcess> child = shell("trap '' TERM INT; exec sleep 100");
        REQUIRE(child);
        pid = child->pid();
        child->watch_exit([](const ExitStatus&) { FAIL("nobody is there to hear it"); });
    }
    run_until(loop, [&] { return !evald::pidfd_for(pid) && open_descriptors() == before; });
    CHECK(zombies().empty());
}

TEST_CASE("The end of the spawner waits for the children that were given up") {
    pid_t pid = 0;
    {
        Fixture fixture;
        const Result<ChildProcess> child = fixture.shell("sleep 100");
        REQUIRE(child);
        pid = child->pid();
    }
    CHECK_FALSE(evald::pidfd_for(pid));
    CHECK(zombies().empty());
}

TEST_CASE_FIXTURE(Fixture, "Posted work runs in order on a thread of the spawner's") {
    std::vector<int> order;
    std::vector<std::thread::id> threads;
    std::promise<void> done;
    for (int i = 0; i < 3; ++i) {
        spawner.post([&, i] {
            order.push_back(i);
            threads.push_back(std::this_thread::get_id());
            if (i == 2) done.set_value();
        });
    }
    done.get_future().wait();
    CHECK(order == std::vector<int>{0, 1, 2});
    CHECK(threads[0] != std::this_thread::get_id());
    CHECK(threads[0] == threads[2]);
}
