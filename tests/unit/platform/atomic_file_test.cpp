#include "platform/atomic_file.hpp"
#include "support/temp_dir.hpp"

#include <cerrno>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>

using namespace evald;
using evald::test::TempDir;
namespace fs = std::filesystem;

namespace {

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t files_in(const TempDir& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

}  // namespace

TEST_SUITE("atomic file") {
    TEST_CASE("it appears whole, with its mode, and replaces what was there") {
        const TempDir folder;
        const std::string path = folder.write("file", "old");
        AtomicFile file;
        REQUIRE_FALSE(file.create(folder / "temporary", 0600));
        CHECK(file.is_created());
        CHECK_FALSE(file.write("new "));
        CHECK_FALSE(file.write("content"));
        CHECK(content_of(path) == "old");
        REQUIRE_FALSE(file.commit(path));
        CHECK(content_of(path) == "new content");
        CHECK(files_in(folder) == 1);
        struct stat status {};
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 07777U) == 0600);
    }

    TEST_CASE("what is not committed leaves nothing") {
        const TempDir folder;
        {
            AtomicFile file;
            REQUIRE_FALSE(file.create(folder / "temporary", 0600));
            CHECK_FALSE(file.write("half"));
        }
        CHECK(files_in(folder) == 0);
    }

    TEST_CASE("it takes nobody else's file or link as its temporary one") {
        const TempDir folder;
        folder.write("temporary", "mine");
        fs::create_symlink(folder / "elsewhere", folder.path() / "link");
        AtomicFile file;
        CHECK(file.create(folder / "temporary", 0600).value() == EEXIST);
        CHECK(file.create(folder / "link", 0600).value() == EEXIST);
        file.discard();
        CHECK(content_of(folder / "temporary") == "mine");
    }

    TEST_CASE("errors are told and leave the old file and no temporary one") {
        const TempDir folder;
        folder.write("folder/inside", "");
        CHECK(write_file_atomically(folder / "none/file", "x", 0600).value() == ENOENT);
        CHECK(write_file_atomically(folder / "folder", "x", 0600).value() == EISDIR);
        CHECK(files_in(folder) == 1);
        CHECK_FALSE(write_file_atomically(folder / "file", "x", 0600));
        CHECK(content_of(folder / "file") == "x");
    }
}
