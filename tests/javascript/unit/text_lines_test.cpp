#include "prelude/text_lines.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

TEST_CASE("line ranges count from 1, a limit of 0 is nothing") {
    const std::string text = "one\ntwo\nthree";
    CHECK(line_range(text, 1, 100) == text);
    CHECK(line_range(text, 2, 1) == "two\n");
    CHECK(line_range(text, 3, 5) == "three");
    CHECK(line_range(text, 4, 5) == "");
    CHECK(line_range(text, 1, 0) == "");
    CHECK(line_range("", 1, 5) == "");
}

TEST_CASE("counting") {
    CHECK(count_runs({"a", "a", "b", "a"}) == std::vector<CountedText>{{2, "a"}, {1, "b"}, {1, "a"}});
    CHECK(count_texts({"a", "b", "a"}, true) == std::vector<CountedText>{{2, "a"}, {1, "b"}});
    CHECK(count_texts({"a", "b", "a"}, false) == std::vector<CountedText>{{1, "b"}, {2, "a"}});
}

TEST_CASE("sorting") {
    CHECK(sorted_lines({"b", "a", "b"}, false, true) == std::vector<std::string>{"a", "b"});
    CHECK(sorted_lines({"b", "a", "b"}, true, false) == std::vector<std::string>{"b", "b", "a"});
}

TEST_CASE("unified diffs as diff -u writes them") {
    CHECK(unified_diff("a\nb\n", "a\nb\n", "x", "y") == "");
    CHECK(unified_diff("a\nb\nc\n", "a\nB\nc\n", "x", "y") == "--- x\n+++ y\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
    CHECK(unified_diff("", "new\n", "x", "y") == "--- x\n+++ y\n@@ -0,0 +1 @@\n+new\n");
    CHECK(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\nX\n", "x", "y") ==
          "--- x\n+++ y\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -6,4 +7,4 @@\n 6\n 7\n 8\n-9\n+X\n");
}
