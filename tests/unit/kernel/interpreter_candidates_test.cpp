#include "kernel/interpreter_candidates.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using evald::interpreter_candidates;
using evald::InterpreterSources;
using evald::test::TempDir;

namespace {

struct Fixture {
    /// The paths found, relative to the folder.
    [[nodiscard]] std::vector<std::string> found() const {
        std::vector<std::string> paths;
        const std::string root = dir / "";
        for (const auto& candidate : interpreter_candidates(sources))
            paths.push_back(candidate.path.substr(root.size()));
        return paths;
    }
    void install(const std::string& path) const { dir.write(path, "", true); }

    TempDir dir;
    InterpreterSources sources;
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "The order: active environments, the workspace's, the managed one, PATH") {
    for (const char* const path :
         {"active/bin/python", "conda/bin/python3", "conda/bin/python", "ws/.venv/bin/python3", "ws/venv/bin/python3",
          "data/python-env/bin/python3", "a/python", "b/python3", "b/python"}) {
        install(path);
    }
    sources.service_environment = {"VIRTUAL_ENV=" + (dir / "active"), "CONDA_PREFIX=" + (dir / "conda"),
                                   "PATH=" + (dir / "a") + ":" + (dir / "b") + ":" + (dir / "a")};
    sources.workspace = dir / "ws";
    sources.data_dir = dir / "data";
    CHECK(found() == std::vector<std::string>{"active/bin/python", "conda/bin/python3", "conda/bin/python",
                                              "ws/.venv/bin/python3", "ws/venv/bin/python3",
                                              "data/python-env/bin/python3", "b/python3", "a/python", "b/python"});
    CHECK(interpreter_candidates(sources)[0].environment_dir == dir / "active");
    CHECK(interpreter_candidates(sources).back().environment_dir.empty());
}

TEST_CASE_FIXTURE(Fixture, "A configured interpreter is the only one looked at") {
    install("own/python");
    install("a/python3");
    install("a/pypy3");
    sources.service_environment = {"PATH=" + (dir / "a")};
    sources.configured = dir / "own/python";
    CHECK(found() == std::vector<std::string>{"own/python"});
    sources.configured = "pypy3";
    CHECK(found() == std::vector<std::string>{"a/pypy3"});
    sources.configured = dir / "own/missing";
    CHECK(found().empty());
}

TEST_CASE_FIXTURE(Fixture, "Folders, files that can't be executed and relative places are no candidates") {
    install("ws/.venv/bin/python3/a-folder");
    dir.write("a/python3", "");
    sources.workspace = dir / "ws";
    sources.service_environment = {"PATH=:.:relative:" + (dir / "a"), "VIRTUAL_ENV=relative", "CONDA_PREFIX="};
    CHECK(found().empty());
}
