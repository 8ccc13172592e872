#include "sandbox/runner_copy.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace evald;
namespace fs = std::filesystem;

namespace {

constexpr uid_t k_ordinary_user = 10'001;

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("A runner's copy lies by its content, readable for everybody and without Python's caches") {
    const test::TempDir folder;
    const fs::path source = folder.path() / "source/eval_runner", root = folder.path() / "runners";
    write(source / "kernel.py", "1");
    write(source / "deeper/cells.py", "2");
    write(source / "__pycache__/kernel.pyc", "3");
    ::chmod((source / "kernel.py").c_str(), 0600);

    const Result<std::string> first = copy_runner(source.string(), root.string());
    REQUIRE(first.has_value());
    CHECK(fs::path(*first).filename() == "eval_runner");
    CHECK(fs::exists(*first + "/deeper/cells.py"));
    CHECK_FALSE(fs::exists(*first + "/__pycache__"));
    CHECK((fs::status(*first + "/kernel.py").permissions() & fs::perms::others_read) != fs::perms::none);
    CHECK(copy_runner(source.string(), root.string()).value() == *first);

    write(source / "kernel.py", "changed");
    CHECK(copy_runner(source.string(), root.string()).value() != *first);
}

TEST_CASE("Caches that another user has left for himself are no obstacle") {
    if (::geteuid() != 0) return;
    const test::TempDir folder;
    const fs::path source = folder.path() / "source/eval_runner", root = folder.path() / "runners";
    write(source / "kernel.py", "1");
    write(source / "__pycache__/kernel.pyc", "2");
    ::chmod((source / "__pycache__").c_str(), 0700);
    ::chmod(folder.path().c_str(), 0755);
    fs::create_directories(root);
    REQUIRE(::chown(root.c_str(), k_ordinary_user, k_ordinary_user) == 0);

    REQUIRE(::seteuid(k_ordinary_user) == 0);
    const Result<std::string> placed = copy_runner(source.string(), root.string());
    REQUIRE(::seteuid(0) == 0);
    CHECK_MESSAGE(placed.has_value(), (placed ? std::string() : placed.error().message));
}

TEST_CASE("A runner that is not there is said to be") {
    const test::TempDir folder;
    const Result<std::string> placed = copy_runner(folder / "nowhere", folder.path().string());
    REQUIRE_FALSE(placed.has_value());
    CHECK(placed.error().message.find("could not be copied") != std::string::npos);
}
