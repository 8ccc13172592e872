#include "tools/tool_schema.hpp"

#include "support/result_printer.hpp"

#include <doctest/doctest.h>

using namespace evald;

namespace {

std::string faults(const std::string& schema, const std::string& value) {
    const auto compiled = ToolSchema::compile(schema);
    REQUIRE(compiled);
    return (*compiled)->faults_of(value);
}

std::string refusal(const std::string& schema) {
    const auto compiled = ToolSchema::compile(schema);
    return compiled ? "" : compiled.error().message;
}

}  // namespace

TEST_CASE("a value that fits has no faults") {
    const std::string schema =
        R"({"type":"object","properties":{"q":{"type":"string"},"limit":{"type":"integer","minimum":1}},
                                   "required":["q"],"additionalProperties":false})";
    CHECK(faults(schema, R"({"q":"x","limit":5})").empty());
    CHECK(faults("{}", "[1,2]").empty());
}

TEST_CASE("each fault names its field") {
    const std::string schema =
        R"({"type":"object","properties":{"q":{"type":"string"},"at":{"type":"object","properties":
        {"xs":{"type":"array","items":{"type":"integer","maximum":3}}}}},"required":["q"],"additionalProperties":false})";
    CHECK(faults(schema, R"({"q":5})").starts_with("q: "));
    CHECK(faults(schema, R"({"q":5})").find("(got 5)") != std::string::npos);
    CHECK(faults(schema, "{}").find("'q'") != std::string::npos);
    CHECK(faults(schema, R"({"q":"x","more":1})").find("more") != std::string::npos);
    CHECK(faults(schema, R"({"q":"x","at":{"xs":[1,9]}})").find("at.xs[1]: ") != std::string::npos);
    const std::string both = faults(schema, R"({"q":5,"at":3})");
    CHECK(both.find("q: ") != std::string::npos);
    CHECK(both.find("at: ") != std::string::npos);
}

TEST_CASE("references within the schema are followed, also in circles") {
    const std::string schema =
        R"({"$defs":{"n":{"type":"integer"},"tree":{"type":"object","properties":{"v":{"$ref":"#/$defs/n"},
        "kids":{"type":"array","items":{"$ref":"#/$defs/tree"}}}}},"$ref":"#/$defs/tree"})";
    CHECK(faults(schema, R"({"v":1,"kids":[{"v":2}]})").empty());
    CHECK(faults(schema, R"({"v":"x"})").starts_with("v: "));
    CHECK(faults(R"({"allOf":[{"$ref":"#"}],"type":"string"})", "1") != "");
}

TEST_CASE("what cannot be checked within bounds is refused or left to whoever answers") {
    CHECK(refusal(R"({"$ref":"https://example.org/x.json"})").find("$ref") != std::string::npos);
    CHECK(refusal(R"({"$ref":"#/nowhere"})").find("#/nowhere") != std::string::npos);
    CHECK(refusal("[]").find("object") != std::string::npos);
    CHECK(refusal("{").find("JSON") != std::string::npos);
    CHECK(refusal(R"({"type":"object","properties":{"a":{"minLength":"x"}}})") != "");
    CHECK(refusal(R"({"anyOf":3})") != "");
    CHECK(faults(R"({"pattern":"^(a|a)*$","format":"date-time"})", "\"" + std::string(100'000, 'a') + "b\"").empty());
    CHECK(faults(R"({"type":"object","patternProperties":{"^x":{}},"additionalProperties":false})", R"({"xy":1})")
              .empty());

    // Thirty levels, each naming the next twice: a billion subschemas once written out.
    std::string doubling = R"({"$ref":"#/$defs/d0","$defs":{"d30":{"type":"string"})";
    for (int i = 0; i < 30; ++i) {
        const std::string next = "{\"$ref\":\"#/$defs/d" + std::to_string(i + 1) + "\"}";
        doubling += ",\"d" + std::to_string(i) + "\":{\"anyOf\":[" + next + "," + next + "]}";
    }
    CHECK(refusal(doubling + "}}").find("2000") != std::string::npos);

    std::string chain = R"({"$ref":"#/$defs/d0","$defs":{"d999":{})";
    for (int i = 0; i < 999; ++i)
        chain += ",\"d" + std::to_string(i) + "\":{\"items\":{\"$ref\":\"#/$defs/d" + std::to_string(i + 1) + "\"}}";
    CHECK(refusal(chain + "}}").find("too deep") != std::string::npos);
}
