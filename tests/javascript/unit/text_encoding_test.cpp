#include "protocol/text_encoding.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

namespace {
const std::string k_grin_utf8 = "\xF0\x9F\x98\x80";
const std::string k_grin_cesu8 = "\xED\xA0\xBD\xED\xB8\x80";
const std::string k_replacement = "\xEF\xBF\xBD";
}  // namespace

// Astral characters leave the engine's two surrogates as one character of four bytes.
TEST_CASE("surrogate pairs become one character") {
    CHECK(to_utf8("a" + k_grin_cesu8 + "b") == "a" + k_grin_utf8 + "b");
}

// A half of a pair is no character.
TEST_CASE("lone surrogates become U+FFFD") {
    CHECK(to_utf8("\xED\xA0\xBD") == k_replacement);
    CHECK(to_utf8("\xED\xB8\x80x") == k_replacement + "x");
    CHECK(to_utf8("\xED\xA0\xBD\xED\xA0\xBD") == k_replacement + k_replacement);
}

// Whatever the bytes are, what comes out is valid.
TEST_CASE("bytes that are no UTF-8 become U+FFFD") {
    CHECK(to_utf8("\xFF") == k_replacement);
    CHECK(to_utf8("\xC3") == k_replacement);
    CHECK(to_utf8("\xC0\x80") == k_replacement + k_replacement);
    CHECK(to_utf8("\xF5\x80\x80\x80").substr(0, 3) == k_replacement);
    CHECK(to_utf8("\xE2\x82") == k_replacement + k_replacement);
}

// What enters has the length that scripts expect.
TEST_CASE("text for scripts holds surrogates") {
    CHECK(to_script_text(k_grin_utf8) == k_grin_cesu8);
    CHECK(to_script_text("h\xC3\xA9") == "h\xC3\xA9");
    CHECK(utf16_length(k_grin_cesu8) == 2);
    CHECK(utf16_length(k_grin_utf8) == 2);
    CHECK(utf16_length("h\xC3\xA9\xE2\x82\xAC") == 3);
}

// Output is split between characters only.
TEST_CASE("a boundary never cuts a character or a pair") {
    CHECK(character_boundary("abc", 10) == 3);
    CHECK(character_boundary("ab\xE2\x82\xAC", 3) == 2);
    CHECK(character_boundary("ab\xE2\x82\xAC", 4) == 2);
    CHECK(character_boundary("a" + k_grin_cesu8, 4) == 1);
    CHECK(character_boundary(k_grin_utf8 + "x", 3) == 3);  // no way to keep it whole: progress matters more
}
