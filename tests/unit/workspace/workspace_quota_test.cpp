#include "workspace/workspace_quota.hpp"
#include "support/result_printer.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace std::chrono_literals;

namespace {

struct Quota {
    WorkspaceQuota quota{WorkspaceLimits{1'000, 10}};
    WorkspaceQuota::TimePoint now{1h};

    explicit Quota(WorkspaceUsage used) { quota.measured("w", used, now); }
};

}  // namespace

TEST_CASE("a measurement holds for some seconds, or until something is deleted") {
    Quota f({100, 1});
    CHECK(f.quota.is_known("w", f.now + 4s));
    CHECK_FALSE(f.quota.is_known("w", f.now + 5s));
    CHECK_FALSE(f.quota.is_known("other", f.now));
    f.quota.outdated("w");
    CHECK_FALSE(f.quota.is_known("w", f.now));
}

TEST_CASE("uploads at the same time do not pass the limit together") {
    Quota f({400, 1});
    REQUIRE(f.quota.begin("w", true));
    REQUIRE(f.quota.begin("w", true));
    CHECK(f.quota.reserve("w", 400, 0));
    const auto refused = f.quota.reserve("w", 201, 0);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::payload_too_large);
    CHECK(f.quota.reserve("w", 200, 0));
    CHECK(f.quota.reserved_bytes() == 600);
    CHECK(f.quota.uploads() == 2);
}

TEST_CASE("what was given up makes room again, what was kept stays counted") {
    Quota f({0, 0});
    REQUIRE(f.quota.begin("w", true));
    REQUIRE(f.quota.reserve("w", 1'000, 0));
    f.quota.end("w", 1'000, 0, true, false);
    REQUIRE(f.quota.begin("w", true));
    REQUIRE(f.quota.reserve("w", 900, 0));
    f.quota.end("w", 900, 0, true, true);
    REQUIRE(f.quota.begin("w", true));
    CHECK_FALSE(f.quota.reserve("w", 101, 0));
    CHECK(f.quota.reserve("w", 100, 0));
    CHECK(f.quota.reserved_bytes() == 100);
}

TEST_CASE("the room of a file that is replaced counts as free") {
    Quota f({900, 10});
    REQUIRE(f.quota.begin("w", false));
    CHECK(f.quota.reserve("w", 950, 900));
    CHECK_FALSE(f.quota.reserve("w", 51, 900));
    f.quota.end("w", 950, 900, false, true);
    REQUIRE(f.quota.begin("w", false));
    CHECK(f.quota.reserve("w", 50, 0));
}

TEST_CASE("a full number of files takes no new one, but lets one be replaced") {
    Quota f({0, 10});
    CHECK_FALSE(f.quota.begin("w", true));
    CHECK(f.quota.begin("w", false));
    f.quota.end("w", 0, 0, false, true);
    CHECK(f.quota.uploads() == 0);
}
