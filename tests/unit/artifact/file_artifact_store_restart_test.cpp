#include "unit/artifact/artifact_store_fixture.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace evald;
using evald::test::ArtifactStoreFixture;
using evald::test::TempDir;
namespace fs = std::filesystem;

namespace {

void write_file(const std::string& path, std::string_view content) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

}  // namespace

TEST_SUITE("file artifact store, restarted") {
    TEST_CASE("it finds every artifact again, with its owner, session, type, size and time") {
        ArtifactStoreFixture f;
        const Artifact one = f.put("one");
        f.now_ms += 5;
        const Artifact two = f.run(f.store->store("bob", "t", "image/png", "two!")).value();
        f.restart();
        CHECK(f.store->count() == 2);
        CHECK(f.store->total_bytes() == 7);
        CHECK(f.get(one.id) == "one");
        CHECK(f.get(two.id) == "(none)");
        CHECK(f.get(two.id, "bob") == "two!");
        const Artifact found = f.store->find("bob", two.id).value();
        CHECK(found.session == "t");
        CHECK(found.mime_type == "image/png");
        CHECK(found.bytes == 4);
        CHECK(found.created_ms == two.created_ms);
        CHECK(f.store->list("alice", "s").size() == 1);
    }

    TEST_CASE("what a process that died left half done is removed") {
        ArtifactStoreFixture f;
        const Artifact kept = f.put("kept");
        const Artifact torn = f.put("torn by a power cut");
        const Artifact without_bytes = f.put("x");
        const Artifact bad_metadata = f.put("y");
        const std::string session = f.store->session_folder("alice", "s");
        f.store->session_folder("alice", "empty");
        f.stop();
        write_file(f.root + "/incoming/abcdefghijklmnopqrstuvwxyz", "half");
        write_file(f.root + "/incoming/abcdefghijklmnopqrstuvwxyz.metadata", "{");
        write_file(f.root + "/removed/aside/abcdefghijklmnopqrstuvwxyz", "old");
        write_file(session + "/zzzzzzzzzzzzzzzzzzzzzzzzzz", "no metadata");
        write_file(session + "/" + torn.id, "torn");
        fs::remove(session + "/" + without_bytes.id);
        write_file(f.root + "/metadata/" + bad_metadata.id, "{\"id\":");
        write_file(f.root + "/metadata/zzzzzzzzzzzzzzzzzzzzzzzzzy", "");
        f.restart();
        CHECK(f.store->count() == 1);
        CHECK(f.get(kept.id) == "kept");
        CHECK(f.files().size() == 2);
        CHECK(std::distance(fs::directory_iterator(f.root + "/sessions"), fs::directory_iterator()) == 1);
    }

    TEST_CASE("metadata of one artifact under the name of another is not believed") {
        ArtifactStoreFixture f;
        const Artifact artifact = f.put("x");
        f.stop();
        fs::rename(f.root + "/metadata/" + artifact.id, f.root + "/metadata/abcdefghijklmnopqrstuvwxyz");
        f.restart();
        CHECK(f.store->count() == 0);
        CHECK(f.files().empty());
    }

    TEST_CASE("limits made smaller hold from the next artifact on") {
        ArtifactStoreFixture f;
        const Artifact old = f.put(std::string(80, 'a'));
        ++f.now_ms;
        const Artifact newer = f.put(std::string(80, 'b'));
        f.limits = {100, 100, std::chrono::hours(1)};
        f.restart();
        CHECK(f.store->count() == 2);
        ++f.now_ms;
        f.put("c");
        CHECK_FALSE(f.store->find("alice", old.id));
        CHECK(f.store->find("alice", newer.id));
    }

    TEST_CASE("what was put in an artifact's place is not read, and does not block") {
        ArtifactStoreFixture f;
        const std::string secret = f.folder.write("secret", "secret");
        const Artifact link = f.put("123456");
        const Artifact pipe = f.put("123456");
        const Artifact longer = f.put("123456");
        const std::string session = f.store->session_folder("alice", "s") + "/";
        fs::remove(session + link.id);
        fs::create_symlink(secret, session + link.id);
        fs::remove(session + pipe.id);
        REQUIRE(::mkfifo((session + pipe.id).c_str(), 0600) == 0);
        write_file(session + longer.id, "1234567");
        for (const Artifact& artifact : {link, pipe, longer}) CHECK(f.get(artifact.id) == "(none)");
        f.restart();
        CHECK(f.store->count() == 0);
        CHECK(std::ifstream(secret).good());
    }

    TEST_CASE("a root that can't be made is an error") {
        const TempDir folder;
        const std::string file = folder.write("file", "");
        boost::asio::io_context loop;
        WorkerPool pool(loop.get_executor(), 1);
        CHECK_FALSE(FileArtifactStore::open_root(file, {}, loop.get_executor(), pool));
        CHECK_FALSE(FileArtifactStore::open_root(file + "/below", {}, loop.get_executor(), pool));
    }

    TEST_CASE("descriptors are closed") {
        const auto open_descriptors = [] {
            return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
        };
        ArtifactStoreFixture f;
        const auto before = open_descriptors();
        for (int i = 0; i < 50; ++i) {
            const Artifact artifact = f.put("x");
            f.get(artifact.id);
            const auto given_up = f.store->create("alice", "s", "text/plain");
            given_up->append("x");
        }
        f.stop();
        CHECK(open_descriptors() <= before);
    }
}
