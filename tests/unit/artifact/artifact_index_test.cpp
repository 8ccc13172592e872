#include "artifact/artifact_index.hpp"
#include "artifact/artifact_quota.hpp"
#include "support/result_printer.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace evald;

namespace {

/// An id of the right form that ends in `name`.
std::string id(const std::string& name) { return std::string(26 - name.size(), 'x') + name; }

Artifact artifact(const std::string& name, const std::string& principal, const std::string& session,
                  std::uint64_t bytes, std::int64_t created_ms) {
    return {id(name), principal, session, "text/plain", bytes, created_ms};
}

std::vector<std::string> ids(const std::vector<Artifact>& artifacts) {
    std::vector<std::string> names;
    for (const Artifact& one : artifacts) names.push_back(one.id);
    return names;
}

}  // namespace

TEST_SUITE("artifact index") {
    TEST_CASE("only ids of the one form are ever looked up") {
        CHECK(is_artifact_id(id("7a")));
        for (const std::string bad :
             {"", "abc", "../../../../etc/passwd", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnop/qrstuvwxyz",
              "abcdefghijklmnop\nqrstuvwxyz", "abcdefghijklmnop.qrstuvwxyz"}) {
            CHECK_FALSE(is_artifact_id(bad));
        }
        CHECK_FALSE(is_artifact_id(std::string(65, 'a')));
        CHECK_FALSE(is_artifact_id(std::string(20, 'a') + '\0'));
    }

    TEST_CASE("it finds by id, lists by session oldest first, and counts by owner") {
        ArtifactIndex index;
        index.add(artifact("b", "alice", "s", 10, 2));
        index.add(artifact("a", "alice", "s", 5, 1));
        index.add(artifact("c", "alice", "other", 3, 3));
        index.add(artifact("d", "bob", "s", 7, 0));
        CHECK(index.find(id("a"))->bytes == 5);
        CHECK(index.find(id("z")) == nullptr);
        CHECK(index.find("a") == nullptr);
        CHECK(ids(index.of_session("alice", "s")) == std::vector{id("a"), id("b")});
        CHECK(index.of_session("carol", "s").empty());
        CHECK(index.bytes() == 25);
        CHECK(index.bytes_of("alice") == 18);
        CHECK(index.bytes_of("carol") == 0);
        CHECK(index.count() == 4);
        CHECK(index.oldest()->id == id("d"));
        CHECK(index.oldest_of("alice")->id == id("a"));
        CHECK(index.oldest_of("carol") == nullptr);

        CHECK(index.remove(id("a"))->session == "s");
        CHECK_FALSE(index.remove(id("a")));
        CHECK(index.remove(id("d")));
        CHECK(index.oldest()->id == id("b"));
        CHECK(index.bytes_of("bob") == 0);
        CHECK(index.bytes() == 13);
    }

    TEST_CASE("added twice, an artifact is there once") {
        ArtifactIndex index;
        index.add(artifact("a", "alice", "s", 5, 1));
        index.add(artifact("a", "bob", "t", 6, 2));
        CHECK(index.count() == 1);
        CHECK(index.bytes() == 6);
        CHECK(index.of_session("alice", "s").empty());
    }
}

TEST_SUITE("artifact quota") {
    TEST_CASE("the oldest of the principal go first, as many as need be") {
        ArtifactIndex index;
        ArtifactQuota quota({100, 1'000, {}});
        index.add(artifact("a", "alice", "s", 40, 1));
        index.add(artifact("b", "alice", "s", 40, 2));
        index.add(artifact("c", "bob", "s", 90, 0));
        CHECK(quota.reserve("alice", 20, index)->empty());
        CHECK(ids(*quota.reserve("alice", 1, index)) == std::vector{id("a")});
        CHECK(ids(*quota.reserve("alice", 79, index)) == std::vector{id("b")});
        CHECK(index.count() == 1);
    }

    TEST_CASE("for the limit of all, anybody's oldest goes") {
        ArtifactIndex index;
        ArtifactQuota quota({100, 200, {}});
        index.add(artifact("a", "alice", "s", 90, 1));
        index.add(artifact("b", "bob", "s", 90, 2));
        CHECK(ids(*quota.reserve("carol", 30, index)) == std::vector{id("a")});
    }

    TEST_CASE("what is being written never goes: there is no room then, and nothing is lost for it") {
        ArtifactIndex index;
        ArtifactQuota quota({100, 150, {}});
        index.add(artifact("a", "alice", "s", 40, 1));
        CHECK(quota.reserve("alice", 60, index));
        const auto refused = quota.reserve("alice", 41, index);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == ErrorCode::payload_too_large);
        CHECK(index.count() == 1);
        CHECK(quota.reserve("bob", 90, index)->size() == 1);
        CHECK_FALSE(quota.reserve("carol", 1, index));
        quota.release("alice", 60);
        CHECK(quota.reserve("carol", 60, index));
        CHECK_FALSE(quota.reserve("bob", 1, index));
    }
}
