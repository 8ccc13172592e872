#include "protocol/request_codec.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace evald;
using Json = nlohmann::json;

TEST_CASE("Messages are one line of JSON as the protocol says") {
    CHECK(encode_execute("r1", "1+1", "", {}) == R"({"id":"r1","code":"1+1","silent":false,"storeHistory":true})");
    CHECK(encode_execute("r1", "x", "/tmp", {{"A", "1"}, {"B", "2"}}) ==
          R"({"id":"r1","code":"x","silent":false,"storeHistory":true,"cwd":"/tmp","env":{"A":"1","B":"2"}})");
    CHECK(encode_tool_result("c1", R"({"a":[1]})") ==
          R"({"type":"tool_result","callId":"c1","ok":true,"value":{"a":[1]}})");
    CHECK(encode_tool_error("c1", "no \"such\" tool") ==
          R"({"type":"tool_result","callId":"c1","ok":false,"error":"no \"such\" tool"})");
    CHECK(encode_barrier(18'446'744'073'709'551'615U) == R"({"type":"barrier","n":18446744073709551615})");
    CHECK(encode_restore() == R"({"type":"restore"})");
    CHECK(encode_ping() == R"({"type":"ping"})");
    CHECK(encode_exit() == R"({"type":"exit"})");
}

TEST_CASE("Any source survives: newlines, quotes, controls, every plane") {
    const std::string code = std::string("a\n\t\"\\\x01\x7f\r") + '\0' + "\u00e9\u2028\U0001F600";
    const std::string line = encode_execute("id", code, "", {{"K\n", "\""}});
    CHECK(line.find('\n') == std::string::npos);
    const Json parsed = Json::parse(line);
    CHECK(parsed["code"] == code);
    CHECK(parsed["env"]["K\n"] == "\"");
}
