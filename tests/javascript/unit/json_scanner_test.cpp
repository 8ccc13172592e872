#include "protocol/json_scanner.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

TEST_CASE("members come in order with their text") {
    JsonObjectScanner scanner(R"( {"a" : 1, "b":"x\ny", "c":{"d":[1,"}"]} , "e":true} )");
    REQUIRE(scanner.next());
    CHECK(scanner.key() == "a");
    CHECK(scanner.number_value() == 1);
    REQUIRE(scanner.next());
    CHECK(scanner.string_value() == "x\ny");
    REQUIRE(scanner.next());
    CHECK(scanner.raw() == R"({"d":[1,"}"]})");
    REQUIRE(scanner.next());
    CHECK(scanner.bool_value() == true);
    CHECK(!scanner.next());
    CHECK(scanner.finished_cleanly());
}

TEST_CASE("what is no object is told apart from an empty one") {
    for (const char* text : {"", "[]", "1", "{", "{\"a\"", "{\"a\":}", "{\"a\":1", "{\"a\":1}x", "{,}", "{\"a\" 1}"}) {
        CAPTURE(text);
        JsonObjectScanner scanner(text);
        while (scanner.next()) {
        }
        CHECK(!scanner.finished_cleanly());
    }
    JsonObjectScanner empty("{}");
    CHECK(!empty.next());
    CHECK(empty.finished_cleanly());
}

TEST_CASE("escapes of strings") {
    CHECK(decode_json_string(R"("\u0041\/\\\"")") == "A/\\\"");
    CHECK(decode_json_string(R"("\ud83d\ude00")") == "\xED\xA0\xBD\xED\xB8\x80");
    CHECK(!decode_json_string(R"("\x41")"));
    CHECK(!decode_json_string(R"("\u12")"));
    CHECK(!decode_json_string("\"open"));
}
