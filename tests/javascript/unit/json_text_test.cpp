#include "protocol/json_text.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace evald::js;

namespace {
std::string escaped_json(std::string_view text) {
    std::string out;
    append_json_escaped(out, text);
    return out;
}
std::string number_json(double value) {
    std::string out;
    append_json_number(out, value);
    return out;
}
}  // namespace

TEST_CASE("everything that JSON reserves is escaped") {
    CHECK(escaped_json("a\"b\\c\n\t\r\b\f") == R"(a\"b\\c\n\t\r\b\f)");
    CHECK(escaped_json(std::string("\0\x1f", 2)) == R"(\u0000\u001f)");
}

TEST_CASE("text is made valid on the way") {
    CHECK(escaped_json("\xED\xA0\xBD\xED\xB8\x80") == "\xF0\x9F\x98\x80");
    CHECK(escaped_json("x\xFFy") == "x\xEF\xBF\xBDy");
}

TEST_CASE("a string carries its quotes") {
    std::string out = "{";
    append_json_string(out, "k");
    CHECK(out == "{\"k\"");
}

TEST_CASE("numbers that JSON lacks are null") {
    CHECK(number_json(NAN) == "null");
    CHECK(number_json(std::numeric_limits<double>::infinity()) == "null");
    CHECK(number_json(-0.5) == "-0.5");
    CHECK(number_json(1e21) == "1e+21");
}
