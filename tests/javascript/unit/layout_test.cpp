#include "inspect/layout.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

namespace {
ObjectParts list_of(std::vector<std::string> entries, bool numbers) {
    return {{}, "[", "]", std::move(entries), true, numbers};
}
}  // namespace

TEST_CASE("short objects stand in one line") {
    CHECK(lay_out({{}, "{", "}", {"a: 1", "b: 2"}, false, false}, {0, 0}, {}) == "{ a: 1, b: 2 }");
    CHECK(lay_out({"[Function: f]", "{", "}", {"a: 1"}, false, false}, {0, 0}, {}) == "[Function: f] { a: 1 }");
}

// 72 columns of entries fit, 76 with the rest of the line.
TEST_CASE("longer ones take a line for each entry") {
    const std::string entry = "a: " + std::string(61, 'x');
    CHECK(lay_out({{}, "{", "}", {entry}, false, false}, {0, 0}, {}) == "{ " + entry + " }");
    const std::string longer = entry + "xxxx";
    CHECK(lay_out({{}, "{", "}", {longer}, false, false}, {0, 0}, {}) == "{\n  " + longer + "\n}");
    CHECK(lay_out({{}, "{", "}", {entry}, false, false}, {6, 0}, {}) == "{\n        " + entry + "\n      }");
}

TEST_CASE("objects with many levels inside are opened") {
    CHECK(lay_out({{}, "{", "}", {"a: 1"}, false, false}, {0, 3}, {}) == "{\n  a: 1\n}");
}

TEST_CASE("lists of more than six stand in columns, numbers to the right") {
    CHECK(lay_out(list_of({"1", "20", "3", "4", "5", "6", "7"}, true), {0, 0}, {}) ==
          "[\n  1, 20, 3, 4,\n  5,  6, 7\n]");
    CHECK(lay_out(list_of({"'a'", "'bb'", "'c'", "'d'", "'e'", "'f'", "'g'"}, false), {0, 0}, {}) ==
          "[\n  'a', 'bb', 'c',\n  'd', 'e',  'f',\n  'g'\n]");
}
