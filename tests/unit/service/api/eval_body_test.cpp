#include "api/eval_body.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

using namespace evald;
using namespace evald::service;
using namespace std::chrono_literals;

namespace {

struct Case {
    std::string_view given_session;
    bool can_answer_tools = false;
    bool is_detached = false;
    bool is_message = false;
    bool session_must_agree = true;
};

Result<EvalRequest> read(std::string_view body, const Case& way = Case()) {
    static const Config::Limits limits;
    const EvalBodyRules rules{limits,          way.given_session, way.session_must_agree, way.can_answer_tools,
                              way.is_detached, way.is_message};
    return read_eval_body(body, rules);
}

std::vector<std::string> pointers(std::string_view body, const Case& way = Case()) {
    const auto request = read(body, way);
    std::vector<std::string> found;
    if (request) return {"no fault"};
    CHECK(request.error().code == ErrorCode::invalid_request);
    for (const FieldError& fault : request.error().fields) {
        CHECK_FALSE(fault.message.empty());
        found.push_back(fault.pointer);
    }
    return found;
}

std::string cell(std::string_view members) { return R"({"cells":[{)" + std::string(members) + "}]}"; }
std::string with(std::string_view members) {
    return R"({"cells":[{"language":"py","code":"1"}],)" + std::string(members) + "}";
}

using Pointers = std::vector<std::string>;

}  // namespace

TEST_CASE("a whole request is read") {
    const auto request = read(R"({"session":"a-7","cells":[
        {"language":"py","title":"load","code":"x = 1","timeout":10,"reset":true},
        {"language":"js","code":"\u0041\ud83d\ude00"}],
        "cwd":"sub","env":{"K":"V","E":""},"create":false,"detach":true,
        "tools":[{"name":"search","description":"d","parameters":{"type":"object"}}]})");
    REQUIRE(request.has_value());
    CHECK(request->session == "a-7");
    REQUIRE(request->cells.size() == 2);
    CHECK(request->cells[0].title == "load");
    CHECK(request->cells[0].timeout == 10s);
    CHECK(request->cells[0].reset);
    CHECK(request->cells[1].language == Language::javascript);
    CHECK(request->cells[1].code == "A\xF0\x9F\x98\x80");
    CHECK(request->cells[1].timeout == 30s);
    CHECK(request->cwd == "sub");
    CHECK(request->env == decltype(request->env){{"K", "V"}, {"E", ""}});
    CHECK_FALSE(request->create);
    CHECK(request->detach);
    REQUIRE(request->tools.size() == 1);
    CHECK(request->tools[0].parameters_json == R"({"type":"object"})");
}

TEST_CASE("each fault is told with its place") {
    CHECK(pointers("[]") == Pointers{""});
    CHECK(pointers("\"x\"") == Pointers{""});
    CHECK(pointers("{}") == Pointers{"/cells"});
    CHECK(pointers(R"({"cells":[]})") == Pointers{"/cells"});
    CHECK(pointers(R"({"cells":null})") == Pointers{"/cells"});
    CHECK(pointers(R"({"cells":{}})") == Pointers{"/cells"});
    CHECK(pointers(R"({"cells":[1]})") == Pointers{"/cells/0"});
    CHECK(pointers(cell(R"("language":"py")")) == Pointers{"/cells/0/code"});
    CHECK(pointers(cell(R"("code":"1")")) == Pointers{"/cells/0/language"});
    for (const auto* language : {"\"ruby\"", "\"python\"", "\"PY\"", "\"\"", "5", "null"}) {
        CAPTURE(language);
        CHECK(pointers(cell(R"("code":"1","language":)" + std::string(language))) == Pointers{"/cells/0/language"});
    }
    for (const auto* code : {"1", "null", "[\"1\"]", "true"}) {
        CAPTURE(code);
        CHECK(pointers(cell(R"("language":"py","code":)" + std::string(code))) == Pointers{"/cells/0/code"});
    }
    for (const auto* timeout : {"0", "-5", "1.5", "\"5\"", "true", "null", "[]"}) {
        CAPTURE(timeout);
        CHECK(pointers(cell(R"("language":"py","code":"1","timeout":)" + std::string(timeout))) ==
              Pointers{"/cells/0/timeout"});
    }
    CHECK(pointers(cell(R"("language":"py","code":"1","reset":1)")) == Pointers{"/cells/0/reset"});
    CHECK(pointers(cell(R"("language":"py","code":"1","title":5)")) == Pointers{"/cells/0/title"});
    CHECK(pointers(cell(R"("language":"py","code":"1","a/b~c":5)")) == Pointers{"/cells/0/a~1b~0c"});
    CHECK(pointers(with(R"("foo":1)")) == Pointers{"/foo"});
    CHECK(pointers(with(R"("session":"a/b")")) == Pointers{"/session"});
    CHECK(pointers(with(R"("session":"")")) == Pointers{"/session"});
    CHECK(pointers(with(R"("session":"..")")) == Pointers{"/session"});
    CHECK(pointers(with(R"("session":5)")) == Pointers{"/session"});
    CHECK(pointers(with("\"session\":\"" + std::string(129, 'a') + "\"")) == Pointers{"/session"});
    CHECK(pointers(with(R"("detach":"yes")")) == Pointers{"/detach"});
    CHECK(pointers(with(R"("cwd":7)")) == Pointers{"/cwd"});
    CHECK(pointers(with(R"("cwd":"a\u0000")")) == Pointers{"/cwd"});
    CHECK(pointers(with(R"("env":["K=1"])")) == Pointers{"/env"});
    CHECK(pointers(with(R"("env":{"K":1,"A=B":"x","":"y","N":"a\u0000"})")) ==
          Pointers{"/env/K", "/env/A=B", "/env/", "/env/N"});
}

TEST_CASE("all faults come at once, in their order") {
    CHECK(pointers(R"({"session":"s","cells":[{"language":"py","code":"x"},{"language":"ruby","code":"1","timeout":0},
                       {"language":"js","code":5,"reset":"no"}]})") ==
          Pointers{"/cells/1/language", "/cells/1/timeout", "/cells/2/code", "/cells/2/reset"});
}

TEST_CASE("names that stand twice are found, however deep and however many") {
    CHECK(pointers(R"({"cells":[],"cells":[]})") == Pointers{"/cells"});
    CHECK(pointers(cell(R"("language":"py","code":"1","code":"2")")) == Pointers{"/cells/0/code"});
    CHECK(pointers(with(R"("tools":[{"name":"t","parameters":{"a":{"b":1,"\u0062":2}}}])")) ==
          Pointers{"/tools/0/parameters/a/b"});
    std::string env = R"("env":{)";
    for (int i = 0; i < 100; ++i) env += "\"K" + std::to_string(i % 99) + "\":\"\",";
    env.back() = '}';
    CHECK(pointers(with(env)) == Pointers{"/env/K0"});
}

TEST_CASE("limits hold") {
    const auto cells = [](int count) {
        std::string body = R"({"cells":[)";
        for (int i = 0; i < count; ++i) body += R"({"language":"py","code":"1"},)";
        body.back() = ']';
        return body + "}";
    };
    CHECK(read(cells(100)).has_value());
    CHECK(pointers(cells(101)) == Pointers{"/cells"});
    const auto code = [](std::size_t size) {
        return cell(R"("language":"py","code":")" + std::string(size, '#') + "\"");
    };
    CHECK(read(code(1U << 20U)).has_value());
    CHECK(pointers(code((1U << 20U) + 1)) == Pointers{"/cells/0/code"});
    CHECK(read(cell(R"("language":"py","code":"1","timeout":86400)"))->cells[0].timeout == 3600s);
    CHECK(read(cell(R"("language":"py","code":"1","timeout":18446744073709551615)"))->cells[0].timeout == 3600s);
    CHECK(read(cell(R"("language":"py","code":"1","timeout":5.0)"))->cells[0].timeout == 5s);
}

TEST_CASE("what is no JSON is refused with its place, what is too deep before it is looked at") {
    const auto message = [](std::string_view body) {
        const auto request = read(body);
        return request ? std::string() : request.error().message;
    };
    CHECK(message("") == "A JSON object is needed; nothing came.");
    CHECK(message("{\"cells\":\n [}") == "This is not valid JSON (line 2, column 3).");
    CHECK(message("{\"a\":NaN}").starts_with("This is not valid JSON"));
    CHECK(message("{\"a\":1} x").starts_with("This is not valid JSON"));
    CHECK(message("{\"a\":\"\xff\"}") == "The JSON is not valid UTF-8.");
    CHECK_FALSE(message(R"({"a":"\ud800"})").empty());
    CHECK_FALSE(message(std::string(100'000, '[')).empty());
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(message(nested(65)) == "The JSON is nested more than 64 deep.");
    CHECK(message(nested(100'000)) == "The JSON is nested more than 64 deep.");
    CHECK(message(nested(64)).find("nested") == std::string::npos);
}

TEST_CASE("a session may be given beside the body") {
    Case header;
    header.given_session = "h";
    CHECK(read(cell(R"("language":"py","code":"1")"), header)->session == "h");
    CHECK(read(with(R"("session":"h")"), header)->session == "h");
    CHECK(pointers(with(R"("session":"b")"), header) == Pointers{"/session"});
    header.given_session = "no spaces";
    CHECK(pointers(cell(R"("language":"py","code":"1")"), header) == Pointers{"/session"});
    Case connection;
    connection.given_session = "c";
    connection.session_must_agree = false;
    CHECK(read(with(R"("session":"b")"), connection)->session == "b");
    CHECK(read(cell(R"("language":"py","code":"1")"))->session.empty());
}

TEST_CASE("tools need somebody who answers") {
    const std::string body = with(R"("tools":[{"name":"t"}])");
    CHECK(pointers(body) == Pointers{"/tools"});
    Case stream;
    stream.can_answer_tools = true;
    CHECK(read(body, stream).has_value());
    Case asynchronous;
    asynchronous.is_detached = true;
    CHECK(read(body, asynchronous)->detach);
    CHECK(read(with(R"("tools":[{"name":"t"}],"detach":true)")).has_value());
    CHECK(read(with(R"("tools":[])")).has_value());
    CHECK(
        pointers(
            with(R"("tools":[{"parameters":{}},{"name":""},{"name":"a"},{"name":"a"},5,{"name":"b","parameters":1}])"),
            stream) == Pointers{"/tools/0/name", "/tools/1/name", "/tools/3/name", "/tools/4", "/tools/5/parameters"});
}

TEST_CASE("a message has its type and id beside the rest") {
    Case message;
    message.is_message = true;
    CHECK(read(with(R"("type":"eval","id":[1])"), message).has_value());
    CHECK(pointers(with(R"("type":"eval","id":[1])")) == Pointers{"/type", "/id"});
}
