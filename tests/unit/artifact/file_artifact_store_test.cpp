#include "unit/artifact/artifact_store_fixture.hpp"

#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <exception>
#include <future>
#include <set>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace evald;
using evald::test::ArtifactStoreFixture;
using evald::test::run_until;
namespace fs = std::filesystem;

namespace {

mode_t mode_of(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

/// While it lives, no file may grow beyond `bytes`: writing more fails as it does on a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit limit{bytes, old_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, old_handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit old_{};
    void (*old_handler_)(int);
};

}  // namespace

TEST_SUITE("file artifact store") {
    TEST_CASE("what is stored is found by its owner, read, and listed") {
        ArtifactStoreFixture f;
        const Artifact one = f.put("hello");
        const Artifact two = f.put(std::string("\0\xff", 2));
        CHECK(one.id.size() == 26);
        CHECK(one.bytes == 5);
        CHECK(one.created_ms == f.now_ms);
        CHECK(f.get(one.id) == "hello");
        CHECK(f.get(two.id) == std::string("\0\xff", 2));
        CHECK(f.store->find("alice", one.id)->mime_type == "text/plain");
        CHECK(f.store->list("alice", "s").size() == 2);
        CHECK(f.store->list("alice", "t").empty());
        CHECK(f.store->count() == 2);
        CHECK(f.store->total_bytes() == 7);
    }

    TEST_CASE("an unknown id, a malformed one, and another principal's are not_found alike") {
        ArtifactStoreFixture f;
        const Artifact artifact = f.put("secret");
        f.folder.write("data/outside", "outside");
        std::set<std::string> messages;
        for (const std::string& id :
             {std::string("abcdefghijklmnopqrstuvwxyz"), artifact.id + "0", "0" + artifact.id, std::string(),
              std::string("../outside"), "../" + artifact.id, artifact.id + '\0', std::string(5'000, 'a')}) {
            const auto found = f.store->find("alice", id);
            REQUIRE_FALSE(found);
            CHECK(found.error().code == ErrorCode::not_found);
            messages.insert(found.error().message);
            CHECK(f.get(id) == "(none)");
        }
        messages.insert(f.store->find("bob", artifact.id).error().message);
        CHECK(messages.size() == 1);
        CHECK(f.get(artifact.id, "bob") == "(none)");
        CHECK(f.store->list("bob", "s").empty());
    }

    TEST_CASE("only the owner's user may look: files 0600, folders 0700") {
        ArtifactStoreFixture f;
        const Artifact artifact = f.put("x");
        const std::string session = f.store->session_folder("alice", "s");
        CHECK(mode_of(session + "/" + artifact.id) == 0600);
        CHECK(mode_of(f.root + "/metadata/" + artifact.id) == 0600);
        CHECK(mode_of(f.root) == 0700);
        for (const auto& entry : fs::recursive_directory_iterator(f.root)) {
            if (entry.is_directory()) CHECK(mode_of(entry.path().string()) == 0700);
        }
    }

    TEST_CASE("a session's folder holds its artifacts by id, and no other's") {
        ArtifactStoreFixture f;
        const std::string folder = f.store->session_folder("alice", "s");
        CHECK(fs::is_empty(folder));
        const Artifact artifact = f.put("x");
        f.put("y", "alice", "other");
        f.put("z", "bob");
        CHECK(fs::directory_iterator(folder)->path().filename() == artifact.id);
        CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
        // Where a principal ends and a session starts can't be mistaken.
        CHECK(f.store->session_folder("a", "bc") != f.store->session_folder("ab", "c"));
        CHECK(f.store->session_folder("1:a", "") != f.store->session_folder("1", ":a"));
    }

    TEST_CASE("pieces are written in order; an artifact is found once it is committed") {
        ArtifactStoreFixture f;
        const auto writer = f.store->create("alice", "s", "text/plain");
        std::string all;
        std::uint64_t most_pending = 0;
        int calls = 0;
        writer->on_progress([&] {
            ++calls;
            most_pending = std::max(most_pending, writer->pending_bytes());
        });
        for (int i = 0; i < 20'000; ++i) {
            const std::string piece = std::to_string(i) + (i % 1'000 == 0 ? std::string(100'000, '.') : "\n");
            all += piece;
            writer->append(piece);
        }
        CHECK(writer->pending_bytes() > 0);
        CHECK_FALSE(f.store->find("alice", writer->id()));
        CHECK(f.store->count() == 0);
        const Artifact artifact = f.run(writer->commit()).value();
        CHECK(writer->pending_bytes() == 0);
        CHECK(calls > 1);
        CHECK(most_pending < all.size());
        CHECK(artifact.id == writer->id());
        CHECK(artifact.bytes == all.size());
        CHECK(f.get(artifact.id) == all);
        writer->append("late");
        CHECK(f.run(writer->commit())->bytes == all.size());
    }

    TEST_CASE("an empty artifact is one too") {
        ArtifactStoreFixture f;
        CHECK(f.get(f.put("").id) == "");
    }

    TEST_CASE("a writer that goes without commit leaves nothing") {
        ArtifactStoreFixture f;
        {
            const auto writer = f.store->create("alice", "s", "text/plain");
            writer->append(std::string(10'000'000, 'x'));
        }
        { const auto unused = f.store->create("alice", "s", "text/plain"); }
        const auto writer = f.store->create("alice", "s", "text/plain");
        writer->append("x");
        f.wait_for_files(1);
    }

    TEST_CASE("a reader reads any part, and on after the artifact is gone") {
        ArtifactStoreFixture f;
        const Artifact artifact = f.put("0123456789");
        const auto reader = std::move(f.run(f.store->open("alice", artifact.id)).value());
        CHECK(reader->artifact().id == artifact.id);
        CHECK(f.run(reader->read(2, 3)).value() == "234");
        CHECK(f.run(reader->read(8, 100)).value() == "89");
        CHECK(f.run(reader->read(10, 1)).value() == "");
        CHECK(f.run(reader->read(~std::uint64_t{0}, 1)).value() == "");
        f.run(f.store->remove_session("alice", "s"));
        CHECK(f.run(reader->read(0, 10)).value() == "0123456789");
    }

    TEST_CASE("a type that can't be a header is stored as bytes") {
        ArtifactStoreFixture f;
        const auto stored = f.run(f.store->store("alice", "s", "a/b\r\nX: y", "x"));
        CHECK(stored->mime_type == "application/octet-stream");
    }

    TEST_CASE("the oldest of a principal make room; what is too large is refused, and told") {
        ArtifactStoreFixture f({100, 1'000, std::chrono::hours(1)});
        const Artifact oldest = f.put(std::string(40, 'a'));
        ++f.now_ms;
        const Artifact newer = f.put(std::string(40, 'b'));
        const Artifact bobs = f.put(std::string(90, 'c'), "bob");
        ++f.now_ms;
        const Artifact newest = f.put(std::string(60, 'd'));
        CHECK_FALSE(f.store->find("alice", oldest.id));
        CHECK(f.get(newer.id) == std::string(40, 'b'));
        CHECK(f.get(bobs.id, "bob").size() == 90);

        const auto writer = f.store->create("alice", "s", "text/plain");
        writer->append(std::string(100, 'e'));  // pushes the others out
        writer->append("f");
        writer->append(std::string(10, 'g'));
        const auto refused = f.run(writer->commit());
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == ErrorCode::payload_too_large);
        CHECK_FALSE(f.store->find("alice", writer->id()));
        CHECK(f.store->count() == 1);
        CHECK(f.put(std::string(100, 'h')).bytes == 100);  // what the failed one had reserved is free
        f.stop();
        CHECK(f.files().size() == 4);
    }

    TEST_CASE("a full disk is an error, leaves nothing half done, and is over when there is room") {
        ArtifactStoreFixture f;
        {
            const FileSizeLimit limit(1'000'000);
            const auto writer = f.store->create("alice", "s", "text/plain");
            bool progressed = false;
            writer->on_progress([&] { progressed = true; });
            for (int i = 0; i < 300; ++i) writer->append(std::string(10'000, 'x'));
            const auto failed = f.run(writer->commit());
            REQUIRE_FALSE(failed);
            CHECK(failed.error().code == ErrorCode::unavailable);
            CHECK(failed.error().message.find("could not be written: ") != std::string::npos);
            CHECK(progressed);
            CHECK(writer->pending_bytes() == 0);
        }
        CHECK(f.store->count() == 0);
        CHECK(f.get(f.put(std::string(2'000'000, 'y')).id).size() == 2'000'000);
        f.wait_for_files(2);
    }

    TEST_CASE("a session's end deletes its artifacts and fails what is being written") {
        ArtifactStoreFixture f;
        const Artifact artifact = f.put("x");
        const Artifact other = f.put("y", "alice", "other");
        const auto writer = f.store->create("alice", "s", "text/plain");
        writer->append("being written");
        f.run(f.store->remove_session("alice", "s"));
        CHECK(f.get(artifact.id) == "(none)");
        CHECK(f.store->list("alice", "s").empty());
        CHECK(f.get(other.id) == "y");
        const auto failed = f.run(writer->commit());
        REQUIRE_FALSE(failed);
        CHECK(failed.error().code == ErrorCode::not_found);
        f.wait_for_files(2);
        f.run(f.store->remove_session("nobody", "none"));
        // The session may come back under its name.
        CHECK(fs::is_empty(f.store->session_folder("alice", "s")));
        CHECK(f.get(f.put("again").id) == "again");
    }

    TEST_CASE("an artifact whose session ends while it is being committed is gone") {
        ArtifactStoreFixture f;
        std::promise<void> release;
        const std::shared_future<void> released = release.get_future().share();
        for (int worker = 0; worker < 2; ++worker) f.pool->post([released] { released.wait(); });
        const auto writer = f.store->create("alice", "s", "text/plain");
        int done = 0;
        boost::asio::co_spawn(*f.loop, writer->commit(), [&](std::exception_ptr, const Result<Artifact>& result) {
            ++done;
            CHECK_FALSE(result);
        });
        boost::asio::co_spawn(*f.loop, f.store->remove_session("alice", "s"), [&](std::exception_ptr) { ++done; });
        f.loop->poll();  // both wait for the pool now
        CHECK(done == 0);
        release.set_value();
        run_until(*f.loop, [&] { return done == 2; });
        CHECK(f.store->count() == 0);
        f.wait_for_files(0);
    }

    TEST_CASE("past their time artifacts are not found, and a sweep deletes them") {
        ArtifactStoreFixture f({1'000, 1'000, std::chrono::milliseconds(100)});
        const Artifact old = f.put("old");
        f.now_ms += 60;
        const Artifact young = f.put("young");
        f.now_ms += 40;
        CHECK_FALSE(f.store->find("alice", old.id));
        CHECK(f.get(old.id) == "(none)");
        CHECK(f.store->list("alice", "s").size() == 1);
        CHECK(f.store->count() == 2);
        f.run(f.store->sweep());
        CHECK(f.store->count() == 1);
        CHECK(f.get(young.id) == "young");
        CHECK(f.files().size() == 2);
        f.run(f.store->sweep());
    }
}
