#include "http/range_header.hpp"

#include <doctest/doctest.h>

using namespace evald::service;
using Kind = RangeChoice::Kind;

TEST_CASE("a range of bytes is cut to what is there") {
    const auto check_part = [](const char* text, std::uint64_t first, std::uint64_t length) {
        CAPTURE(text);
        const RangeChoice choice = choose_range(text, 100);
        CHECK(choice.kind == Kind::part);
        CHECK(choice.first == first);
        CHECK(choice.length == length);
    };
    check_part("bytes=0-24", 0, 25);
    check_part("bytes=0-0", 0, 1);
    check_part("bytes=90-", 90, 10);
    check_part("bytes=90-99999999999999999999999", 90, 10);
    check_part("bytes=-9", 91, 9);
    check_part("bytes=-1000", 0, 100);
    check_part(" Bytes=5-5 ", 5, 1);
}

TEST_CASE("a range that no byte lies in cannot be satisfied") {
    for (const char* text : {"bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-"}) {
        CAPTURE(text);
        CHECK(choose_range(text, 100).kind == Kind::unsatisfiable);
    }
    CHECK(choose_range("bytes=0-", 0).kind == Kind::unsatisfiable);
}

TEST_CASE("what is no single range of bytes means the whole") {
    for (const char* text : {"", "bytes", "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=0-1,3-4", "lines=0-1",
                             "bytes=1", "bytes=+1-2", "bytes=1-2-3"}) {
        CAPTURE(text);
        CHECK(choose_range(text, 100).kind == Kind::whole);
    }
}

TEST_CASE("entity tags are compared weakly") {
    CHECK(matches_etag("\"a\"", "\"a\""));
    CHECK(matches_etag("\"x\", W/\"a\"", "\"a\""));
    CHECK(matches_etag("*", "\"a\""));
    CHECK_FALSE(matches_etag("\"ab\"", "\"a\""));
    CHECK_FALSE(matches_etag("", "\"a\""));
}
