#include "workspace/workspace_files.hpp"

#include "platform/remove_tree.hpp"
#include "support/result_printer.hpp"
#include "support/run_coroutine.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sys/stat.h>

using namespace evald;
using evald::test::TempDir;
namespace fs = std::filesystem;

namespace {

/// A workspace with files, beside something that is none of its business.
struct Fixture {
    TempDir folder;
    boost::asio::io_context loop;
    std::string workspace = folder / "workspace";
    std::unique_ptr<WorkspaceFiles> files;

    explicit Fixture(WorkspaceLimits limits = {}) {
        for (const char* name : {"workspace", "uploads", "trash", "outside"}) fs::create_directory(folder / name);
        folder.write("outside/secret", "secret");
        WorkspaceFilesOptions options;
        options.limits = limits;
        options.list_entries = 5;
        files = std::make_unique<WorkspaceFiles>(loop.get_executor(), options, folder / "uploads", folder / "trash",
                                                 remove_tree);
    }

    static WorkspacePath path(const std::string& text) { return WorkspacePath::parse(text).value(); }

    Result<WorkspaceItem> open(const std::string& text) {
        return test::run_coroutine(loop, files->open(workspace, path(text)));
    }
    Result<std::unique_ptr<WorkspaceUpload>> begin(const std::string& text, std::optional<std::uint64_t> size = {},
                                                   bool only_new = false) {
        return test::run_coroutine(loop, files->begin_upload(workspace, path(text), size, only_new));
    }
    Result<WorkspaceEntry> put(const std::string& text, const std::string& bytes, bool only_new = false) {
        auto upload = begin(text, {}, only_new);
        if (!upload) return upload.error();
        const auto written = test::run_coroutine(loop, (*upload)->write(bytes));
        if (!written) return written.error();
        return test::run_coroutine(loop, (*upload)->commit());
    }
    Result<void> remove(const std::string& text) {
        return test::run_coroutine(loop, files->remove(workspace, path(text)));
    }
    std::string read(const std::string& text) {
        auto item = open(text);
        if (!item || !item->file) return "(none)";
        return test::run_coroutine(loop, item->file->read(0, 1U << 20U)).value();
    }
    [[nodiscard]] ErrorCode fault_of(const std::string& text) {
        const auto item = open(text);
        return item ? ErrorCode::internal : item.error().code;
    }
    [[nodiscard]] std::size_t entries_in(const std::string& name) const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder / name), {}));
    }
};

}  // namespace

TEST_CASE("a file comes whole, with the folders on its way, and is read back") {
    Fixture f;
    const auto stored = f.put("a/räume/日本語 🐍.txt", "hello");
    REQUIRE(stored);
    CHECK(f.read("a/räume/日本語 🐍.txt") == "hello");
    const auto item = f.open("a/räume/日本語 🐍.txt");
    CHECK(item->entry.etag() == stored->etag());
    CHECK(item->entry.bytes == 5);
    CHECK(f.entries_in("uploads") == 0);
}

TEST_CASE("a file replaces another in one step and has another tag") {
    Fixture f;
    const auto first = f.put("x", "one");
    const auto before = f.open("x");
    const auto second = f.put("x", "two!");
    REQUIRE(second);
    CHECK(first->etag() != second->etag());
    CHECK(f.read("x") == "two!");
    // Who reads the old one goes on reading it.
    CHECK(test::run_coroutine(f.loop, before->file->read(0, 100)).value() == "one");
}

TEST_CASE("until its end an upload is not to be seen, and given up it leaves nothing") {
    Fixture f;
    {
        auto upload = f.begin("x");
        REQUIRE(test::run_coroutine(f.loop, (*upload)->write("half")));
        CHECK(f.entries_in("workspace") == 0);
        CHECK(f.entries_in("uploads") == 1);
    }
    f.files.reset();  // joins the workers
    CHECK(f.entries_in("uploads") == 0);
    CHECK(f.entries_in("workspace") == 0);
}

TEST_CASE("links that lead out are not followed, links inside are") {
    Fixture f;
    f.put("sub/inside", "inside");
    fs::create_symlink("../outside", f.workspace + "/out");
    fs::create_symlink("../../outside/secret", f.workspace + "/sub/out");
    fs::create_symlink("/etc/passwd", f.workspace + "/absolute");
    fs::create_symlink("sub", f.workspace + "/in");
    fs::create_symlink("loop", f.workspace + "/loop");
    for (const char* name : {"out", "out/secret", "sub/out", "in/out", "absolute", "loop"}) {
        CAPTURE(name);
        CHECK(f.fault_of(name) == ErrorCode::forbidden);
    }
    CHECK(f.read("in/inside") == "inside");
    CHECK_FALSE(f.put("out/new", "x"));
    CHECK_FALSE(f.remove("out/secret"));
    CHECK(f.entries_in("outside") == 1);
    REQUIRE(f.put("in/new", "new"));
    CHECK(f.read("sub/new") == "new");
}

TEST_CASE("an upload replaces a link and does not write through it") {
    Fixture f;
    fs::create_symlink("../outside/secret", f.workspace + "/link");
    REQUIRE(f.put("link", "mine"));
    CHECK(f.read("link") == "mine");
    std::ifstream secret(f.folder / "outside/secret");
    std::string content;
    secret >> content;
    CHECK(content == "secret");
}

TEST_CASE("a folder lists what is in it by name, links by what they lead to") {
    Fixture f;
    f.put("b.txt", "12345");
    f.put("a/x", "");
    fs::create_symlink("b.txt", f.workspace + "/c");
    fs::create_symlink("/etc/passwd", f.workspace + "/d");
    ::mkfifo((f.workspace + "/e").c_str(), 0600);
    const auto item = f.open("");
    REQUIRE(item);
    CHECK_FALSE(item->file);
    const auto& entries = item->folder.entries;
    using Kind = WorkspaceEntry::Kind;
    const Kind expected[] = {Kind::folder, Kind::file, Kind::file, Kind::other, Kind::other};
    REQUIRE(entries.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) CHECK(entries[i].kind == expected[i]);
    CHECK(entries[0].name == "a");
    CHECK(entries[2].bytes == 5);
    CHECK_FALSE(item->folder.is_cut);
    f.put("f", "");
    CHECK(f.open("")->folder.is_cut);
    CHECK(f.open("")->folder.entries.size() == 5);
}

TEST_CASE("what is neither file nor folder is not waited for") {
    Fixture f;
    ::mkfifo((f.workspace + "/pipe").c_str(), 0600);
    CHECK(f.fault_of("pipe") == ErrorCode::forbidden);
    CHECK(f.fault_of("missing") == ErrorCode::not_found);
    f.put("file", "x");
    CHECK(f.fault_of("file/below") == ErrorCode::not_found);
    CHECK(f.fault_of("file/") == ErrorCode::not_found);
}

TEST_CASE("a file and a folder do not take each other's place") {
    Fixture f;
    f.put("folder/x", "x");
    f.put("file", "x");
    CHECK(f.put("folder", "x").error().code == ErrorCode::conflict);
    CHECK(f.put("file/below", "x").error().code == ErrorCode::conflict);
    CHECK(f.begin("folder/").error().code == ErrorCode::invalid_request);
    CHECK(f.put("file", "y", true).error().code == ErrorCode::conflict);
    CHECK(f.put("new", "y", true));
}

TEST_CASE("a size that is too large is refused before any byte, an unknown one when it is reached") {
    Fixture f(WorkspaceLimits{10'000, 3});
    CHECK(f.begin("x", 10'001).error().code == ErrorCode::payload_too_large);
    auto upload = f.begin("x");
    REQUIRE(test::run_coroutine(f.loop, (*upload)->write(std::string(6'000, 'x'))));
    const auto over = test::run_coroutine(f.loop, (*upload)->write(std::string(6'000, 'x')));
    REQUIRE_FALSE(over);
    CHECK(over.error().code == ErrorCode::payload_too_large);
    upload->reset();
    for (const char* name : {"a", "b", "c"}) REQUIRE(f.put(name, ""));
    CHECK(f.put("d", "").error().code == ErrorCode::payload_too_large);
    REQUIRE(f.remove("a"));
    CHECK(f.put("d", ""));
}

TEST_CASE("deleting takes a file, a link itself, or a folder with all it holds") {
    Fixture f;
    f.put("a/b/c", "x");
    fs::create_symlink("../outside", f.workspace + "/link");
    fs::permissions(f.workspace + "/a/b", fs::perms::none);
    CHECK(f.remove("link"));
    CHECK(f.remove("a"));
    CHECK(f.remove("a").error().code == ErrorCode::not_found);
    CHECK(f.remove("").error().code == ErrorCode::invalid_request);
    CHECK(f.entries_in("workspace") == 0);
    CHECK(f.entries_in("trash") == 0);
    CHECK(f.entries_in("outside") == 1);
}

TEST_CASE("a workspace that is gone has no files") {
    Fixture f;
    auto upload = f.begin("x");
    fs::remove_all(f.workspace);
    REQUIRE(test::run_coroutine(f.loop, (*upload)->write("x")));
    CHECK(test::run_coroutine(f.loop, (*upload)->commit()).error().code == ErrorCode::not_found);
    CHECK(f.fault_of("") == ErrorCode::not_found);
}
