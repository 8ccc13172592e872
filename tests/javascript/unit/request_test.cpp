#include "protocol/request.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

TEST_CASE("a cell with everything") {
    const auto request = parse_request(
        R"({"id":"c1","code":"1+1","silent":true,"storeHistory":false,"cwd":"/tmp","env":{"A":"1","B":null}})");
    REQUIRE(request);
    const auto& cell = std::get<RunCell>(*request);
    CHECK(cell.id == "c1");
    CHECK(cell.code == "1+1");
    CHECK(cell.silent);
    CHECK(!cell.store_history);
    CHECK(cell.cwd == "/tmp");
    REQUIRE(cell.env.size() == 2);
    CHECK(cell.env[0].second == "1");
    CHECK(!cell.env[1].second);
}

TEST_CASE("defaults of a cell") {
    const auto request = parse_request(R"({"id":"c","code":""})");
    REQUIRE(request);
    const auto& cell = std::get<RunCell>(*request);
    CHECK(!cell.silent);
    CHECK(cell.store_history);
    CHECK(!cell.cwd);
}

TEST_CASE("the other messages") {
    CHECK(std::holds_alternative<Ping>(*parse_request(R"({"type":"ping"})")));
    CHECK(std::holds_alternative<Exit>(*parse_request(R"({"type":"exit"})")));
    CHECK(std::holds_alternative<Restore>(*parse_request(R"({"type":"restore"})")));
    CHECK(std::get<BarrierReached>(*parse_request(R"({"type":"barrier","n":7})")).number == 7);
    const auto result = parse_request(R"({"type":"tool_result","callId":"t1","ok":true,"value":{"a":[1]}})");
    CHECK(std::get<ToolResult>(*result).value == R"({"a":[1]})");
}

TEST_CASE("what is not known is ignored") {
    CHECK(!parse_request("not json"));
    CHECK(!parse_request("[1]"));
    CHECK(!parse_request(R"({"type":"dance"})"));
    CHECK(!parse_request(R"({"id":"c"})"));
    CHECK(!parse_request(R"({"code":"1"})"));
    CHECK(!parse_request(R"({"id":1,"code":"1"})"));
}
