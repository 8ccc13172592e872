#include "protocol/line_reader.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

TEST_CASE("lines come whole however they arrive") {
    LineReader reader(100);
    reader.feed("on");
    CHECK(!reader.next());
    reader.feed("e\ntwo\nth");
    CHECK(reader.next() == "one");
    CHECK(reader.next() == "two");
    CHECK(!reader.next());
    reader.feed("ree\n\n");
    CHECK(reader.next() == "three");
    CHECK(reader.next() == "");
    CHECK(!reader.next());
}

// A line past the limit is dropped, also when its end comes much later, and what follows is read.
TEST_CASE("an overlong line is skipped and counted") {
    LineReader reader(8);
    reader.feed("0123456789abcdef");
    CHECK(!reader.next());
    reader.feed("still the same line");
    CHECK(!reader.next());
    reader.feed(" and its end\nshort\n");
    CHECK(reader.next() == "short");
    CHECK(reader.dropped_lines() == 1);
}

TEST_CASE("an overlong line that arrives at once is skipped too") {
    LineReader reader(4);
    reader.feed("0123456789\nok\n");
    CHECK(reader.next() == "ok");
    CHECK(reader.dropped_lines() == 1);
}
