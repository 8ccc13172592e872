#include "lowering/identifier_text.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

TEST_CASE("escapes in identifiers stand for characters") {
    CHECK(without_escapes("plain") == "plain");
    CHECK(without_escapes("\\u0061b") == "ab");
    CHECK(without_escapes("x\\u{62}") == "xb");
    CHECK(without_escapes("\\u{1d4d0}") == "\xF0\x9D\x93\x90");
    CHECK(without_escapes("\\u00e9") == "\xC3\xA9");
    CHECK(without_escapes("\\u{2118}") == "\xE2\x84\x98");
}

TEST_CASE("broken escapes end where the text ends") {
    CHECK(without_escapes("\\u{").size() <= 4);
    CHECK(without_escapes("\\u00").size() <= 4);
}

TEST_CASE("names that the engine reads for certain") {
    CHECK(is_plain_name("a_$9"));
    CHECK_FALSE(is_plain_name("\xC3\xA9"));
    CHECK(plain_name("a\xC3\xA9") == "a__");
}

TEST_CASE("string literals") {
    CHECK(string_literal("a\"b\\c\nd") == "\"a\\\"b\\\\c\\nd\"");
    CHECK(string_literal("") == "\"\"");
}
