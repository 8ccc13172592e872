#include "platform/pipe.hpp"
#include "platform/run_to_end.hpp"
#include "support/processes.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"
#include "support/scripted_runner.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <csignal>
#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace asio = boost::asio;
using namespace evald;
using evald::test::launcher_path;
using evald::test::run_coroutine;
using evald::test::TempDir;

namespace {

struct Fixture {
    EndedProcess launch(std::vector<std::string> arguments) {
        SpawnRequest request;
        request.argv = std::move(arguments);
        request.argv.insert(request.argv.begin(), launcher_path());
        request.environment = {"PATH=/usr/bin:/bin"};
        const Result<EndedProcess> ended =
            run_coroutine(loop, run_to_end(spawner, std::move(request), std::chrono::seconds(20)));
        REQUIRE(ended);
        return *ended;
    }

    EndedProcess shell(const std::string& script) {
        return launch({parent, "--cwd=" + dir.path().string(), "--", "/bin/sh", "-c", script});
    }

    TempDir dir;
    asio::io_context loop;
    Spawner spawner{loop.get_executor()};
    std::string parent = "--parent=" + std::to_string(::getpid());
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "A runner starts in its workspace and its own session, with private files and no cores") {
    CHECK(shell("pwd").output == dir.path().string() + "\n");
    CHECK(shell("umask").output == "0077\n");
    CHECK(shell("ulimit -c").output == "0\n");
    CHECK(shell("ulimit -H -c").output == "0\n");
    CHECK(shell("cat /proc/self/oom_score_adj").output == "500\n");
    CHECK(shell("grep NoNewPrivs /proc/self/status").output == "NoNewPrivs:\t1\n");
    CHECK(shell("set -- $(cat /proc/$$/stat); test $5 = $$ && test $6 = $$ && echo leader").output == "leader\n");
    CHECK(shell("exit 9").status.value == 9);
}

TEST_CASE_FIXTURE(Fixture, "What is wrong is one line, and 127 for a missing program, else 126") {
    struct Row {
        std::vector<std::string> arguments;
        int code;
        std::string text;
    };
    const std::string cwd = "--cwd=" + dir.path().string();
    for (const Row& row : {
             Row{{parent, cwd, "--", "/no/such"}, 127, "/no/such: No such file or directory"},
             Row{{parent, cwd, "--", "/tmp"}, 126, "/tmp: Permission denied"},
             Row{{parent, "--cwd=/no/such", "--", "/bin/true"}, 126, "enter the workspace: No such file or directory"},
             Row{{"--parent=1", cwd, "--", "/bin/true"}, 126, "follow the service: No such process"},
             Row{{parent, "--cwd=relative", "--", "/bin/true"}, 126, "arguments: --cwd must be an absolute path"},
             Row{{"--parent=12x", cwd, "--", "/bin/true"}, 126, "arguments: --parent must be a process id"},
             Row{{cwd, "--", "/bin/true"}, 126, "arguments: --parent is missing"},
             Row{{"--uid=0"}, 126, "arguments: unknown option"},
             Row{{parent, cwd, "--"},
                 126,
                 "arguments: usage: evald-launcher --parent=PID --cwd=DIR -- PROGRAM [ARGUMENT]..."},
         }) {
        const EndedProcess ended = launch(row.arguments);
        CHECK(ended.output == "evald-launcher: " + row.text + "\n");
        CHECK(ended.status.value == row.code);
    }
}

TEST_CASE("A kernel does not outlive a service that is killed") {
    // The service's part is played by a forked process, which has a spawner of its own and is then killed.
    const TempDir dir;
    const pid_t service = ::fork();
    if (service == 0) {
        asio::io_context loop;
        Spawner spawner(loop.get_executor());
        SpawnRequest request;
        request.argv = {
            launcher_path(),
            "--parent=" + std::to_string(::getpid()),
            "--cwd=" + dir.path().string(),
            "--",
            "/usr/bin/python3",
            "-c",
            "import os,time\nopen('new','w').write(str(os.getpid()))\nos.rename('new','pid')\ntime.sleep(100)"};
        request.environment = {"PATH=/usr/bin:/bin"};
        auto child = run_coroutine(loop, spawner.spawn(std::move(request)));
        for (;;) ::pause();
    }
    asio::io_context loop;
    pid_t kernel = 0;
    test::run_until(loop, [&] {
        std::ifstream file(dir / "pid");
        return static_cast<bool>(file >> kernel);
    });
    CHECK(test::is_running(kernel));
    ::kill(service, SIGKILL);
    ::waitpid(service, nullptr, 0);
    test::run_until(loop, [&] { return !test::is_running(kernel); });
}
