#include "kernel/usage_elsewhere.hpp"
#include "platform/unique_fd.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace evald;
namespace fs = std::filesystem;

TEST_CASE("In a shared folder a user's own entries are counted, with what lies in them") {
    const test::TempDir dir;
    fs::create_directories(dir.path() / "a/b");
    std::ofstream(dir / "a/b/inner") << std::string(100'000, 'x');
    std::ofstream(dir / "file") << std::string(50'000, 'x');
    const FolderUsage own = usage_in_shared_folder(dir.path().string(), ::geteuid(), 1'000);
    CHECK(own.files == 4);
    CHECK(own.bytes >= 150'000);
    CHECK(usage_in_shared_folder(dir.path().string(), 4'000'000, 1'000).files == 0);
    CHECK(usage_in_shared_folder(dir / "not there", ::geteuid(), 1'000).files == 0);
    empty_of_user(dir.path().string(), 4'000'000);
    CHECK(usage_in_shared_folder(dir.path().string(), ::geteuid(), 1'000).files == 4);
    empty_of_user(dir.path().string(), ::geteuid());
    CHECK(fs::is_empty(dir.path()));
}

TEST_CASE("Files that are open and deleted are counted, each once") {
    const test::TempDir dir;
    ProcessUsage usage;
    usage.processes = {::getpid()};
    const std::uint64_t before = bytes_of_deleted_files(usage, 0);
    const UniqueFd file(::open((dir / "deleted").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    const UniqueFd again(::fcntl(file.get(), F_DUPFD_CLOEXEC, 0));
    const std::string content(1'000'000, 'x');
    REQUIRE(::write(file.get(), content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    ::fsync(file.get());
    CHECK(bytes_of_deleted_files(usage, 0) == before);
    fs::remove(dir / "deleted");
    const std::uint64_t after = bytes_of_deleted_files(usage, 0);
    CHECK(after >= before + 1'000'000);
    CHECK(after < before + 1'500'000);
}
