#include "platform/random_id.hpp"

#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>

using namespace evald;

TEST_SUITE("random id") {
    TEST_CASE("it has the length asked for, of the letters promised, each about equally often") {
        std::map<char, int> seen;
        for (const char c : random_id(64'000)) ++seen[c];
        CHECK(seen.size() == 32);
        for (const auto& [c, times] : seen) {
            CHECK(std::string("abcdefghijklmnopqrstuvwxyz234567").find(c) != std::string::npos);
            CHECK(times > 1'700);  // of 2,000 expected: more than six standard deviations
            CHECK(times < 2'300);
        }
        CHECK(random_id().size() == 26);
        CHECK(random_id(0).empty());
    }

    TEST_CASE("no two are the same") {
        std::set<std::string> ids;
        for (int i = 0; i < 10'000; ++i) ids.insert(random_id());
        CHECK(ids.size() == 10'000);
    }
}
