#include "protocol/json_text.hpp"

#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

using evald::append_compact_json;
using evald::blur_big_integers;
using evald::JsonMembers;

namespace {

std::vector<std::pair<std::string, std::string>> members_of(std::string_view object) {
    std::vector<std::pair<std::string, std::string>> found;
    JsonMembers members(object);
    while (members.next()) found.emplace_back(members.key(), members.value());
    return found;
}

}  // namespace

TEST_CASE("Members come in order with their values as they were written") {
    using Members = std::vector<std::pair<std::string, std::string>>;
    CHECK(members_of("{}").empty());
    CHECK(members_of("{ }").empty());
    CHECK(members_of(R"({"a":1.0,"b":"x","c":{"d":[1,{"e":2}]},"f":[],"g":null})") ==
          Members{{"a", "1.0"}, {"b", R"("x")"}, {"c", R"({"d":[1,{"e":2}]})"}, {"f", "[]"}, {"g", "null"}});
    CHECK(members_of("{ \"a\" : 1 , \"b\" :\t[ 2 ] }") == Members{{"a", "1"}, {"b", "[ 2 ]"}});
}

TEST_CASE("Quotes, brackets and backslashes inside strings end nothing") {
    const auto members = members_of(R"({"a\"}":"}]\\","b":["\"]",{"\\":"{"}],"c":"\\\""})");
    REQUIRE(members.size() == 3);
    CHECK(members[0] == std::pair<std::string, std::string>(R"(a\"})", R"("}]\\")"));
    CHECK(members[1].second == R"(["\"]",{"\\":"{"}])");
    CHECK(members[2].second == R"("\\\"")");
}

TEST_CASE("Text that is cut off ends the walk without harm") {
    const std::string object = R"({"a":{"b":["\"x"]},"c":12})";
    for (std::size_t size = 1; size < object.size(); ++size) members_of(object.substr(0, size));
}

TEST_CASE("White space between tokens goes, inside strings it stays") {
    std::string out;
    append_compact_json(out, " { \"a b\" :\t[ 1 , \" \\\" \" ] } ");
    CHECK(out == R"({"a b":[1," \" "]})");
}

TEST_CASE("Only integers that may be too big are blurred") {
    std::string big = R"({"a":1267650600228229401496703205376,"b":-9223372036854775809})";
    CHECK(blur_big_integers(big));
    CHECK(big == R"({"a":1.67650600228229401496703205376,"b":-9.23372036854775809})");
    for (const char* const untouched :
         {R"({"a":999999999999999999})", R"({"a":"1267650600228229401496703205376"})",
          R"({"a":0.1267650600228229401496703})", R"({"a":1267650600228229401496703205376.5})",
          R"({"a":1e1267650600228229401496703205376})", R"({"a":00000000000000000000000000000001})"}) {
        std::string text = untouched;
        CHECK_FALSE(blur_big_integers(text));
        CHECK(text == untouched);
    }
}
