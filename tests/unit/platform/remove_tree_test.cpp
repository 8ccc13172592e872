#include "platform/remove_tree.hpp"

#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using evald::remove_tree;
using evald::test::TempDir;
namespace fs = std::filesystem;

TEST_CASE("a tree goes with all it holds, but nothing that its links lead to") {
    const TempDir folder;
    folder.write("kept/file", "x");
    folder.write("tree/a/b/file", "x");
    folder.write("tree/file", "x");
    fs::create_symlink("../kept", folder / "tree/link");
    fs::permissions(folder / "tree/a", fs::perms::none);
    remove_tree(folder / "tree");
    CHECK_FALSE(fs::exists(folder / "tree"));
    CHECK(fs::exists(folder / "kept/file"));
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a file goes, and what is not there is no matter") {
    const TempDir folder;
    remove_tree(folder.write("file", "x"));
    remove_tree(folder / "file");
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a tree that is deeper than a path can be long goes, too") {
    const TempDir folder;
    const std::string name(200, 'd');
    fs::create_directory(folder / "tree");
    int at = ::open((folder / "tree").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (int depth = 0; depth < 100; ++depth) {
        REQUIRE(::mkdirat(at, name.c_str(), 0700) == 0);
        const int next = ::openat(at, name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
        ::close(at);
        at = next;
    }
    ::close(at);
    remove_tree(folder / "tree");
    CHECK(fs::is_empty(folder.path()));
}
