#include "remote_tools/tool_answers.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::service;

namespace {

ToolAnswer read(int status, std::string type, std::string body) {
    OutboundAnswer answer;
    answer.status = status;
    answer.content_type = std::move(type);
    answer.body = std::move(body);
    return read_tool_answer(answer);
}

}  // namespace

TEST_CASE("JSON is the value as it was written, other text a string, nothing null") {
    CHECK(read(200, "application/json", "{ \"a\": 1.0,\n \"b\": [2] }").value_json == R"({"a":1.0,"b":[2]})");
    CHECK(read(200, "application/problem+json", "[]").value_json == "[]");
    CHECK(read(200, "text/plain", "a \"b\"\n").value_json == R"("a \"b\"\n")");
    CHECK(read(200, "", "\xff").value_json == "\"\xef\xbf\xbd\"");
    CHECK(read(204, "", "").value_json == "null");
}

TEST_CASE("what is no JSON, no success, or elsewhere, is an error") {
    CHECK(read(200, "application/json", "{").error == "answered with what is no valid JSON");
    CHECK(read(200, "application/json", "{} {}").ok == false);
    CHECK(read(404, "text/plain", "no such index").error == "answered 404: no such index");
    CHECK(read(500, "", "").error == "answered 500");
    CHECK(read(302, "", "").error == "answered with a redirect to elsewhere, which is not followed");
    CHECK(read(500, "text/plain", std::string(2'000, 'x')).error.size() < 600);
}
