#include "kernel/local_provisioner.hpp"
#include "support/result_printer.hpp"
#include "support/scripted_runner.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace evald;
using evald::test::run_coroutine;
using evald::test::ScriptedRunner;

namespace {

/// A Python runner that shows, as a cell's result, what the cell's expression is worth in it.
constexpr const char* k_runner = R"(
import json, os, sys
requests = os.fdopen(3, "rb")
def send(**frame): os.write(4, (json.dumps(frame) + "\n").encode())
send(type="ready", protocol=1, language="python", version="%d.%d.%d" % sys.version_info[:3])
for line in requests:
    request = json.loads(line)
    if request.get("type") == "exit": break
    send(type="started", id=request["id"])
    send(type="result", id=request["id"], bundle={"text/plain": str(eval(request["code"]))})
    send(type="done", id=request["id"], status="ok", executionCount=1, cancelled=False)
)";

struct Fixture : ScriptedRunner {
    Fixture() {
        paths.launcher = test::launcher_path();
        dir.write("eval_runner/__main__.py", k_runner);
        paths.python_runner = dir / "eval_runner";
        request.workspace = dir / "workspace";
        request.artifacts_dir = dir / "artifacts";
    }

    LocalProvisioner& make() {
        provisioner =
            std::make_unique<LocalProvisioner>(loop.get_executor(), spawner, config, paths, service_environment);
        return *provisioner;
    }

    std::string value_of(Kernel& kernel, const std::string& expression) {
        seen.entries.clear();
        kernel.set_observer(&seen);
        ExecuteRequest cell;
        cell.id = "c";
        cell.code = expression;
        kernel.execute(cell);
        until_entry("done ok");
        return seen.entries.at(1).substr(std::string("result ").size());
    }

    KernelPaths paths;
    std::vector<std::string> service_environment{"PATH=/usr/bin:/bin", "HOME=/root", "SECRET_TOKEN=x", "LANG=C.UTF-8"};
    LaunchRequest request;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "Python's availability is known once it has been probed") {
    LocalProvisioner& python = make();
    CHECK(python.availability(Language::python).error().message == "Python has not been looked for yet");
    run_coroutine(loop, python.probe());
    CHECK(python.availability(Language::python));
    service_environment = {"PATH=/nowhere"};
    LocalProvisioner& none = make();
    run_coroutine(loop, none.probe());
    CHECK(none.availability(Language::python).error().message ==
          "No Python interpreter found (python3 is not on PATH)");
    const auto kernel = run_coroutine(loop, none.launch(request));
    REQUIRE_FALSE(kernel);
    CHECK(kernel.error().message == "No Python interpreter found (python3 is not on PATH)");
}

TEST_CASE_FIXTURE(Fixture, "A kernel runs in its workspace with its own environment and five descriptors") {
    auto kernel = run_coroutine(loop, make().launch(request));
    REQUIRE(kernel);
    CHECK((*kernel)->language() == Language::python);
    CHECK(value_of(**kernel, "os.getcwd()") == request.workspace);
    CHECK(value_of(**kernel, "os.environ['HOME']") == request.workspace);
    CHECK(value_of(**kernel, "os.environ['EVAL_ARTIFACTS']") == request.artifacts_dir);
    CHECK(value_of(**kernel, "sorted(n for n in os.environ if n != 'LC_CTYPE')") ==
          "['EVAL_ARTIFACTS', 'EVAL_KERNEL_ID', 'EVAL_MAX_CONCURRENCY', 'HOME', 'LANG', 'MPLBACKEND', 'PATH', "
          "'PYTHONIOENCODING', 'PYTHONUNBUFFERED']");
    CHECK(value_of(**kernel, "sorted(map(int, os.listdir('/proc/self/fd')))[:5]") == "[0, 1, 2, 3, 4]");
    CHECK(value_of(**kernel, "os.read(0, 1)") == "b''");
    run_coroutine(loop, (*kernel)->shut_down());
}

TEST_CASE_FIXTURE(Fixture, "A virtual environment in the workspace is the kernel's") {
    const std::string venv = request.workspace + "/.venv";
    std::filesystem::create_directories(venv + "/bin");
    std::filesystem::create_symlink("/usr/bin/python3", venv + "/bin/python3");
    dir.write("workspace/.venv/pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = false\n");
    auto kernel = run_coroutine(loop, make().launch(request));
    REQUIRE(kernel);
    CHECK(value_of(**kernel, "sys.prefix") == venv);
    CHECK(value_of(**kernel, "os.environ['VIRTUAL_ENV']") == venv);
    CHECK(value_of(**kernel, "os.environ['PATH']") == venv + "/bin:/usr/bin:/bin");
    run_coroutine(loop, (*kernel)->shut_down());
}

TEST_CASE_FIXTURE(Fixture, "Kernels start side by side") {
    LocalProvisioner& python = make();
    using Launched = std::optional<Result<std::unique_ptr<Kernel>>>;
    std::vector<std::shared_ptr<Launched>> launched;
    for (int i = 0; i < 8; ++i) {
        launched.push_back(std::make_shared<Launched>());
        boost::asio::co_spawn(loop, test::keep_value(python.launch(request), launched.back()), boost::asio::detached);
    }
    until([&] {
        return std::all_of(launched.begin(), launched.end(), [](const auto& one) { return one->has_value(); });
    });
    for (const auto& one : launched) CHECK((*one)->has_value());
}

TEST_CASE_FIXTURE(Fixture,
                  "The runners are found beside the executable or in its share folder, unless they are configured") {
    dir.write("bin/evald-launcher", "", true);
    dir.write("bin/evald-js", "", true);
    dir.write("share/evald/runners/python/eval_runner/__main__.py", "");
    KernelPaths found = find_kernel_paths(config, dir / "bin");
    CHECK(found.launcher == dir / "bin/evald-launcher");
    CHECK(found.javascript_runner == dir / "bin/evald-js");
    CHECK(found.python_runner == dir / "share/evald/runners/python/eval_runner");
    dir.write("bin/runners/python/eval_runner/__main__.py", "");
    config.javascript.runner = "/opt/js";
    found = find_kernel_paths(config, dir / "bin");
    CHECK(found.python_runner == dir / "bin/runners/python/eval_runner");
    CHECK(found.javascript_runner == "/opt/js");
    CHECK(find_kernel_paths(config, dir / "nowhere").launcher.empty());
}
