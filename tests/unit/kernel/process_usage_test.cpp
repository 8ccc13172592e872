#include "kernel/process_usage.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace evald;
namespace fs = std::filesystem;

TEST_CASE("A process's own memory and threads are counted") {
    const ProcessUsage usage = usage_below(::getpid());
    CHECK(usage.bytes > 100'000);
    CHECK(usage.threads >= 1);
    CHECK(usage.processes.front() > 0);
    CHECK(exact_bytes(usage) > 100'000);
    CHECK(usage_below(999'999'999).bytes == 0);
}

TEST_CASE("Users are told apart") {
    const auto usages = usage_of_users({::geteuid(), 4'000'000});
    CHECK(usages.at(::geteuid()).threads >= 1);
    CHECK(usages.at(4'000'000).processes.empty());
}

TEST_CASE("A folder's files are counted, links and folders, too, and no link is followed") {
    const test::TempDir dir;
    fs::create_directories(dir.path() / "a/b");
    std::ofstream(dir / "a/file") << std::string(100'000, 'x');
    fs::create_directory_symlink("/usr", dir.path() / "link");
    const FolderUsage usage = usage_of_folder(dir.path().string(), 1'000);
    CHECK(usage.files == 4);
    CHECK(usage.bytes >= 100'000);
    CHECK(usage.bytes < 1'000'000);
    CHECK_FALSE(usage.is_too_deep);
    CHECK(usage_of_folder(dir / "not there", 10).files == 0);
}

TEST_CASE("The look through a folder stops at its bounds") {
    const test::TempDir dir;
    for (int i = 0; i < 30; ++i) std::ofstream(dir / ("f" + std::to_string(i)));
    CHECK(usage_of_folder(dir.path().string(), 10).files == 11);
    fs::path deep = dir.path();
    for (int i = 0; i < 120; ++i) fs::create_directory(deep /= "d");
    CHECK(usage_of_folder(dir.path().string(), 1'000).is_too_deep);
}
