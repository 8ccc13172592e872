#include "http/target.hpp"

#include <doctest/doctest.h>

using namespace evald::service;

TEST_CASE("percent escapes are undone, malformed ones are nothing") {
    CHECK(percent_decoded("a%2Fb%2f%00") == std::string("a/b/\0", 5));
    CHECK(percent_decoded("a+b") == "a+b");
    CHECK_FALSE(percent_decoded("%"));
    CHECK_FALSE(percent_decoded("%2"));
    CHECK_FALSE(percent_decoded("%zz"));
    CHECK(percent_decoded("%252e") == "%2e");
}

TEST_CASE("a query's values are found by name") {
    CHECK(query_value("a=1&b=2", "b") == "2");
    CHECK(query_value("a=1&a=2", "a") == "1");
    CHECK(query_value("a", "a") == "");
    CHECK(query_value("a%62=x%20y", "ab") == "x y");
    CHECK_FALSE(query_value("a=1", "b"));
    CHECK_FALSE(query_value("", "b"));
    CHECK_FALSE(query_value("a=%z", "a"));
}
