#include "websocket/client_message.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::service;

namespace {

ReadMessage read(std::string_view text) { return read_client_message(text, 64); }

std::string first_pointer(std::string_view text) {
    const ReadMessage message = read(text);
    if (message.message) return "no fault";
    return message.message.error().fields.empty() ? "none" : message.message.error().fields[0].pointer;
}

}  // namespace

TEST_CASE("messages are taken apart by their type") {
    CHECK(read(R"({"type":"ping"})").message->type == ClientMessageType::ping);
    CHECK(read(R"({"type":"cancel","run":"r-1"})").message->run == "r-1");
    CHECK(read(R"({"type":"interrupt"})").message->session.empty());
    const auto watch = read(R"({"type":"watch","session":"s","since":7})").message;
    CHECK(watch->session == "s");
    CHECK(watch->since == 7);
    CHECK_FALSE(read(R"({"type":"watch","session":"s"})").message->since);
    CHECK(read(R"({"type":"tool.result","run":"r","callId":"c","ok":true,"value":[1]})").message->call_id == "c");
    CHECK(read(R"({"type":"eval","cells":[]})").message->document);
}

TEST_CASE("an id may be any JSON, and is told of a refused message too") {
    CHECK(read(R"({"type":"ping","id":{"any":["two",1.5,null]}})").id_json == R"({"any":["two",1.5,null]})");
    CHECK(read(R"({"type":"eval","id":7})").id_json == "7");
    CHECK(read(R"({"type":"eval"})").id_json.empty());
    CHECK(read(R"({"type":"none","id":"x"})").id_json == "\"x\"");
    CHECK(read(R"({"id":null,"type":5})").id_json == "null");
    CHECK(read("not json").id_json.empty());
}

TEST_CASE("bad messages are faults with a place") {
    for (const auto* text : {"[1]", "\"x\"", "5", "null"}) CHECK(first_pointer(text).empty());
    CHECK(first_pointer("not json") == "none");
    CHECK(first_pointer("{}") == "/type");
    CHECK(first_pointer(R"({"type":5})") == "/type");
    CHECK(first_pointer(R"({"type":"no-such-type"})") == "/type");
    CHECK(first_pointer(R"({"type":"cancel"})") == "/run");
    CHECK(first_pointer(R"({"type":"cancel","run":"r","more":1})") == "/more");
    CHECK(first_pointer(R"({"type":"watch","session":5})") == "/session");
    CHECK(first_pointer(R"({"type":"watch","session":"a b"})") == "/session");
    CHECK(first_pointer(R"({"type":"watch","session":"s","since":-1})") == "/since");
    CHECK(first_pointer(R"({"type":"ping","type":"ping"})") == "/type");
    CHECK(first_pointer(R"({"type":"tool.result","run":"r","callId":"c","ok":false})") == "/error");
    CHECK(first_pointer(R"({"type":"tool.result","run":"r","callId":"c","ok":true,"error":"x"})") == "/error");
    CHECK_FALSE(read(std::string(100'000, '[')).message.has_value());
}
