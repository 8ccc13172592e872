#include "workspace/workspaces.hpp"

#include "platform/remove_tree.hpp"
#include "support/result_printer.hpp"
#include "support/temp_dir.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

using namespace evald;
using evald::test::TempDir;
namespace fs = std::filesystem;

namespace {

/// Folders of sessions, and what has been done with each.
struct Fixture {
    TempDir folder;
    std::string data = folder.path().string();
    boost::asio::io_context loop;
    std::vector<std::string> owned;
    bool has_users = true;
    Workspaces workspaces{loop.get_executor(), data, {}, care()};

    Fixture() { REQUIRE(workspaces.prepare()); }
    WorkspaceCare care() {
        return {[this](const std::string& workspace) -> Result<void> {
                    if (!has_users) return Error{ErrorCode::unavailable, "all users are taken"};
                    owned.push_back(workspace);
                    return {};
                },
                remove_tree};
    }
};

}  // namespace

TEST_CASE("a new workspace is given to its user while it is empty") {
    Fixture f;
    const auto name = f.workspaces.make();
    REQUIRE(name);
    CHECK(f.owned == std::vector<std::string>{f.workspaces.path(*name)});
    CHECK(fs::is_empty(f.owned.front()));
}

TEST_CASE("a workspace that no user is free for is not made") {
    Fixture f;
    f.has_users = false;
    const auto name = f.workspaces.make();
    REQUIRE(!name);
    CHECK(name.error().message == "all users are taken");
    CHECK(fs::is_empty(f.folder / "workspaces"));
}

TEST_CASE("the place that a spare kernel looks for artifacts at becomes its session's folder") {
    Fixture f;
    const std::string place = f.workspaces.make_artifacts_place("spare");
    const std::string folder = f.folder / "artifacts";
    fs::create_directory(folder);
    fs::permissions(place, fs::perms::owner_all | fs::perms::group_read);
    REQUIRE(f.workspaces.link_artifacts("spare", folder));
    // The same folder, as the kernel has it mounted; by its old name, too.
    CHECK((fs::status(folder).permissions() & fs::perms::group_read) == fs::perms::group_read);
    CHECK(fs::read_symlink(place) == folder);
}

TEST_CASE("a spare kernel's place does not replace artifacts that are there") {
    Fixture f;
    (void)f.workspaces.make_artifacts_place("spare");
    f.folder.write("artifacts/kept", "kept");
    CHECK(!f.workspaces.link_artifacts("spare", f.folder / "artifacts"));
    CHECK(fs::exists(f.folder / "artifacts/kept"));
}
