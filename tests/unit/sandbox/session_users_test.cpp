#include "sandbox/session_users.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <set>
#include <unistd.h>

using namespace evald;

TEST_CASE("Each user of the range but the first is given out once, and again after it was given back") {
    SessionUsers users(UserRange{20'000, 20'004}, "seed", "");
    std::set<uid_t> taken;
    for (int i = 0; i < 4; ++i) taken.insert(users.take().value());
    CHECK(taken == std::set<uid_t>{20'001, 20'002, 20'003, 20'004});
    CHECK_FALSE(users.take());
    users.give_back(20'002);
    CHECK(users.take() == 20'002);
}

TEST_CASE("The trial's user belongs to no session") {
    SessionUsers users(UserRange{20'000, 20'004}, "seed", "");
    CHECK(users.trial_user() == 20'000);
    CHECK_FALSE(users.is_ours(20'000));
    CHECK(users.is_ours(20'001));
    CHECK(users.is_ours(20'004));
    CHECK_FALSE(users.is_ours(20'005));
    CHECK_FALSE(users.is_ours(0));
}

TEST_CASE("Servers with other data begin elsewhere in a range that they share") {
    std::set<uid_t> first;
    for (const char* seed : {"/a", "/b", "/c", "/d", "/e"})
        first.insert(SessionUsers(UserRange{20'000, 29'999}, seed, "").take().value());
    CHECK(first.size() == 5);
}

TEST_CASE("Servers of one machine never have the same user at a time") {
    const test::TempDir dir;
    const std::string claims = dir / "claims";
    SessionUsers one(UserRange{20'000, 20'003}, "seed", claims);
    CHECK(one.take().has_value());
    const uid_t second = one.take().value();
    {
        SessionUsers other(UserRange{20'000, 20'003}, "seed", claims);
        const uid_t last = other.take().value();
        CHECK(last != second);
        CHECK_FALSE(other.take());
        CHECK_FALSE(one.take());
        one.give_back(second);
        CHECK(other.take() == second);
    }
    CHECK(one.take().has_value());  // what the other had, as it is gone
    CHECK(one.take().has_value());
    CHECK_FALSE(one.take());
}

TEST_CASE("Owners of folders that an earlier process has left are taken") {
    if (::geteuid() != 0) return;  // only root can give a folder away
    const test::TempDir dir;
    std::filesystem::create_directory(dir.path() / "session");
    REQUIRE(::chown((dir / "session").c_str(), 20'001, 20'001) == 0);
    SessionUsers users(UserRange{20'000, 20'002}, "seed", "");
    users.note_owners_in(dir.path().string());
    users.note_owners_in(dir / "not there");
    CHECK(users.take() == 20'002);
    CHECK_FALSE(users.take());
}
