#include "remote_tools/chat_completion.hpp"

#include "support/result_printer.hpp"
#include "tools/tool_schema.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace evald;
using namespace evald::service;
using nlohmann::json;

namespace {

Config::Completion settings() {
    Config::Completion settings;
    settings.model_default = "middle";
    settings.model_slow = "large";
    return settings;
}

json asked(const std::string& args) { return json::parse(make_chat_request(args, settings())->body); }

OutboundAnswer said(const json& message, int status = 200) {
    OutboundAnswer answer;
    answer.status = status;
    answer.body = json{{"choices", json::array({json{{"message", message}, {"finish_reason", "stop"}}})}}.dump();
    return answer;
}

}  // namespace

TEST_CASE("a prompt becomes a chat of one turn, its tier a model") {
    const json plain = asked(R"({"prompt":"hi"})");
    CHECK(plain["model"] == "middle");
    CHECK(plain["messages"] == json::parse(R"([{"role":"user","content":"hi"}])"));
    CHECK_FALSE(plain.contains("response_format"));
    const json full = asked(R"({"prompt":"hi","model":"slow","system":"be brief","schema":{"type":"object"}})");
    CHECK(full["model"] == "large");
    CHECK(full["messages"][0] == json::parse(R"({"role":"system","content":"be brief"})"));
    CHECK(full["response_format"]["type"] == "json_schema");
    CHECK(full["response_format"]["json_schema"]["schema"] == json::parse(R"({"type":"object"})"));
    CHECK(asked(R"({"prompt":"hi","model":"smol"})")["model"] == "middle");
    CHECK_FALSE(make_chat_request(R"({"prompt":"x","schema":{"$ref":"#/no"}})", settings()));
}

TEST_CASE("arguments that completion() does not take are named") {
    const ToolSpec spec = completion_spec();
    CHECK(spec.pauses_timeout);
    CHECK(spec.schema->faults_of(R"({"prompt":"x","model":"slow"})").empty());
    CHECK(spec.schema->faults_of(R"({"prompt":"x","model":"gpt"})").starts_with("model: "));
    CHECK(spec.schema->faults_of(R"({"system":"x"})").find("prompt") != std::string::npos);
}

TEST_CASE("the place of chat completions is below the API's, unless it is named") {
    CHECK(chat_url("https://h/v1") == "https://h/v1/chat/completions");
    CHECK(chat_url("https://h/v1/") == "https://h/v1/chat/completions");
    CHECK(chat_url("https://h/v1/chat/completions") == "https://h/v1/chat/completions");
    CHECK(chat_url("https://h/d/x?api-version=1") == "https://h/d/x/chat/completions?api-version=1");
}

TEST_CASE("the answer is the text, and with a schema its data too") {
    CHECK(read_chat_answer(said({{"content", "hello"}}), "").value_json == R"({"text":"hello"})");
    CHECK(read_chat_answer(
              said({{"content", json::parse(R"([{"type":"text","text":"a"},{"type":"text","text":"b"}])")}}), "")
              .value_json == R"({"text":"ab"})");
    const std::string schema = R"({"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}})";
    const ToolAnswer fits = read_chat_answer(said({{"content", "```json\n{\"n\": 3}\n```"}}), schema);
    CHECK(json::parse(fits.value_json)["data"] == json::parse(R"({"n":3})"));
    CHECK(read_chat_answer(said({{"content", R"({"n":"x"})"}}), schema).error.find("n: ") != std::string::npos);
    CHECK(read_chat_answer(said({{"content", "three"}}), schema).error.find("is no JSON") != std::string::npos);
}

TEST_CASE("refusals and answers of another shape are errors") {
    CHECK(read_chat_answer(said({{"content", nullptr}, {"refusal", "no"}}), "").error == "the model refused: no");
    CHECK(read_chat_answer(said({{"content", nullptr}}), "").error == "the completion API answered without a text");
    OutboundAnswer other;
    other.status = 200;
    other.body = "[]";
    CHECK(read_chat_answer(other, "").error.find("no chat completion") != std::string::npos);
    other.status = 401;
    other.body = "bad key";
    CHECK(read_chat_answer(other, "").error == "the completion API answered 401: bad key");
}
