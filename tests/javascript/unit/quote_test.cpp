#include "inspect/quote.hpp"

#include <doctest/doctest.h>

#include "inspect/text_width.hpp"

using namespace evald::js;

TEST_CASE("the quotes that need fewest escapes") {
    CHECK(quoted("plain") == "'plain'");
    CHECK(quoted("it's") == "\"it's\"");
    CHECK(quoted("it's \"so\"") == "`it's \"so\"`");
    CHECK(quoted("it's \"so\" `x`") == "'it\\'s \"so\" `x`'");
}

TEST_CASE("what can't be seen is escaped") {
    CHECK(quoted("a\nb\t\\") == "'a\\nb\\t\\\\'");
    CHECK(quoted("\x1b\x7f") == "'\\x1B\\x7F'");
    CHECK(quoted("\xED\xA0\xBDx") == "'\\ud83dx'");
}

TEST_CASE("property names are bare where they can be") {
    CHECK(property_name("a_1") == "a_1");
    CHECK(property_name("a-b") == "'a-b'");
    CHECK(property_name("1a") == "'1a'");
    CHECK(property_name("") == "''");
    CHECK(property_name("__proto__") == "['__proto__']");
}

TEST_CASE("widths on a terminal") {
    CHECK(text_width("abc") == 3);
    CHECK(text_width("\xE6\x97\xA5") == 2);
    CHECK(text_width("e\xCC\x81") == 1);
    CHECK(text_width("\xED\xA0\xBD\xED\xB8\x80") == 2);
}
