#include "kernel/interpreter_probe.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>

namespace asio = boost::asio;
using evald::Interpreter;
using evald::InterpreterProbe;
using evald::InterpreterSources;
using evald::Result;
using evald::Spawner;
using evald::SpawnRequest;
using evald::test::run_coroutine;
using evald::test::TempDir;

namespace {

struct Fixture {
    /// An interpreter that answers like Python of this version, and writes down that it was run.
    std::string install(const std::string& path, const std::string& version,
                        const std::string& base_prefix = "/usr") const {
        const std::string file = dir / path;
        const std::string prefix = std::filesystem::path(file).parent_path().parent_path().string();
        return script(path, "printf '%s\\n' 'some warning' evald-probe " + version + " " + file + " " +
                                (base_prefix.empty() ? prefix : "/usr") + " /usr");
    }

    std::string script(const std::string& path, const std::string& body) const {
        return dir.write(path, "#!/bin/sh\necho x >>" + (dir / path) + ".runs\n" + body + "\n", true);
    }

    [[nodiscard]] std::size_t runs(const std::string& path) const {
        std::ifstream file(dir / (path + ".runs"));
        std::size_t lines = 0;
        for (std::string line; std::getline(file, line);) ++lines;
        return lines;
    }

    Result<Interpreter> select() {
        sources.service_environment = {"PATH=" + (dir / "bin")};
        InterpreterProbe::CommandMaker as_it_is = [](std::vector<std::string> argv) {
            SpawnRequest request;
            request.argv = std::move(argv);
            request.environment = {"PATH=/usr/bin:/bin"};
            return request;
        };
        return run_coroutine(loop, probe.select(sources, as_it_is));
    }

    TempDir dir;
    asio::io_context loop;
    Spawner spawner{loop.get_executor()};
    InterpreterProbe probe{spawner, std::chrono::milliseconds(2'000)};
    InterpreterSources sources;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "The first that works is chosen, those behind it are not run") {
    sources.workspace = dir / "ws";
    script("ws/.venv/bin/python3", "echo 'bad magic' >&2; exit 1");
    install("ws/venv/bin/python3", "3.9.1", "");
    install("bin/python3", "3.11.2");
    const Result<Interpreter> chosen = select();
    REQUIRE(chosen);
    CHECK(chosen->path == dir / "ws/venv/bin/python3");
    CHECK(chosen->version == "3.9.1");
    CHECK(chosen->venv == dir / "ws/venv");
    CHECK(runs("bin/python3") == 0);
}

TEST_CASE_FIXTURE(Fixture, "One that is in no environment has none") {
    install("bin/python3", "3.8.0");
    const Result<Interpreter> chosen = select();
    REQUIRE(chosen);
    CHECK(chosen->venv.empty());
}

TEST_CASE_FIXTURE(Fixture, "When none is of use each is named with the reason") {
    script("bin/python3", "echo 'shim: no version is set' >&2; exit 127");
    install("bin/python", "2.7.18");
    const Result<Interpreter> chosen = select();
    REQUIRE_FALSE(chosen);
    CHECK(chosen.error().message == "No usable Python interpreter: " + (dir / "bin/python3") +
                                        " exited with code 127: shim: no version is set; " + (dir / "bin/python") +
                                        " is Python 2.7.18; 3.8 or newer is needed");
}

TEST_CASE_FIXTURE(Fixture, "One that hangs, or is something else, is passed over") {
    script("bin/python3", "exec sleep 100");
    script("bin/python", "echo hello");
    const Result<Interpreter> chosen = select();
    REQUIRE_FALSE(chosen);
    CHECK(chosen.error().message.find("bin/python3 did not end in time") != std::string::npos);
    CHECK(chosen.error().message.find("bin/python is no Python") != std::string::npos);

    MESSAGE("what was too slow is tried again, as it may have been the machine's fault");
    CHECK(chosen.error().retry_after_s > 0);
    CHECK_FALSE(select());
    CHECK(runs("bin/python3") == 2);
    CHECK(runs("bin/python") == 1);
}

TEST_CASE_FIXTURE(Fixture, "Nothing to try is said as such") {
    CHECK(select().error().message == "No Python interpreter found (python3 is not on PATH)");
    sources.configured = "/no/python";
    CHECK(select().error().message == "python.interpreter /no/python is not an executable file");
}

TEST_CASE_FIXTURE(Fixture, "An outcome is remembered until the file changes") {
    install("bin/python3", "3.9.1");
    CHECK(select());
    CHECK(select());
    CHECK(runs("bin/python3") == 1);
    install("bin/python3", "3.10.0 ");
    CHECK(select()->version == "3.10.0");
    script("bin/python3", "exit 1");
    CHECK_FALSE(select());
    CHECK_FALSE(select());
    CHECK(runs("bin/python3") == 3);
    install("bin/python3", "3.12.11");
    CHECK(select()->version == "3.12.11");
}

TEST_CASE_FIXTURE(Fixture, "A real Python is understood") {
    sources.configured = "/usr/bin/python3";
    const Result<Interpreter> chosen = select();
    REQUIRE(chosen);
    CHECK(chosen->path.starts_with("/usr/bin/python3"));
    CHECK(chosen->version.starts_with("3."));
    CHECK(chosen->venv.empty());
}
