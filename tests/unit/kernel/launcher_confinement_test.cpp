#include "platform/run_to_end.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"
#include "support/scripted_runner.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace asio = boost::asio;
using namespace evald;
using evald::test::run_coroutine;
using evald::test::TempDir;

namespace {

/// As root in a workspace of user 20001; else as oneself.
struct Confined {
    Confined() {
        std::filesystem::create_directory(dir.path() / "workspace");
        ::chmod(dir.path().c_str(), 0711);
        if (::geteuid() == 0 && ::chown((dir / "workspace").c_str(), 20'001, 20'001) == 0) user = "--user=20001";
    }

    std::string run(const std::string& mode, const std::string& script, std::vector<std::string> more = {}) {
        SpawnRequest request;
        request.argv = {test::launcher_path(), "--parent=" + std::to_string(::getpid()), "--cwd=" + (dir / "workspace"),
                        "--sandbox=" + mode};
        if (!user.empty()) request.argv.push_back(user);
        for (std::string& option : more) request.argv.push_back(std::move(option));
        for (const char* argument : {"--", "/bin/sh", "-c"}) request.argv.emplace_back(argument);
        request.argv.push_back(script);
        request.environment = {"PATH=/usr/bin:/bin"};
        const Result<EndedProcess> ended =
            run_coroutine(loop, run_to_end(spawner, std::move(request), std::chrono::seconds(20)));
        REQUIRE(ended);
        return ended->output;
    }

    TempDir dir;
    asio::io_context loop;
    Spawner spawner{loop.get_executor()};
    std::string user;
};

}  // namespace

TEST_CASE_FIXTURE(Confined, "Limits and files of a runner without namespaces") {
    CHECK(run("rlimits", "ulimit -n", {"--limit=nofile:77"}) == "77\n");
    CHECK(run("rlimits", "ulimit -H -n", {"--limit=nofile:77"}) == "77\n");
    CHECK(run("rlimits", "echo kept > file && cat file") == "kept\n");
    CHECK(run("rlimits", "grep Seccomp: /proc/self/status") == "Seccomp:\t2\n");
    CHECK(run("rlimits", "unshare -U true 2>/dev/null; echo $?") == "1\n");
    if (!user.empty()) CHECK(run("rlimits", "id -u; id -g; id -G") == "20001\n20001\n20001\n");
}

TEST_CASE_FIXTURE(Confined, "Under bubblewrap a runner sees its workspace, and its own processes") {
    const std::string seen = run("bwrap", "pwd; echo $$; ls /; test -e /etc/passwd || echo hidden");
    if (seen.find("bwrap: ") == 0 || seen.find("evald-launcher: ") == 0) return;  // not on this machine
    CHECK(seen.rfind("/workspace\n2\n", 0) == 0);
    CHECK(seen.find("\nhidden\n") != std::string::npos);
    CHECK(run("bwrap", "exit 3; echo never").empty());
}

TEST_CASE_FIXTURE(Confined, "Bubblewrap around root is refused, as are values that mean nothing") {
    if (::geteuid() == 0) {
        user.clear();
        CHECK(run("bwrap", "true") == "evald-launcher: refuse root: Operation not permitted\n");
    }
    const auto fault = [this](std::string option) { return run("none", "true", {std::move(option)}); };
    CHECK(fault("--user=0") == "evald-launcher: arguments: --user must be the number of a user that is not root\n");
    CHECK(fault("--limit=nofile:x") == "evald-launcher: arguments: --limit must be NAME:NUMBER\n");
    CHECK(fault("--limit=stack:1") == "evald-launcher: arguments: --limit must be NAME:NUMBER\n");
}
