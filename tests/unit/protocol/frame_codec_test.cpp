#include "protocol/frame_codec.hpp"
#include "support/line_decoder.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using evald::Frame;
using evald::FrameType;
using evald::MimeEntry;
using evald::test::LineDecoder;

TEST_CASE_FIXTURE(LineDecoder, "Frames without a payload") {
    const Frame* frame = (*this)(R"({"type":"ready","protocol":1,"language":"python","version":"3.11.2"})");
    REQUIRE(frame);
    CHECK(frame->type == FrameType::ready);
    CHECK(frame->number == 1);
    CHECK(frame->version == "3.11.2");
    frame = (*this)(R"({"type":"started","id":"c7"})");
    REQUIRE(frame);
    CHECK(frame->type == FrameType::started);
    CHECK(frame->id == "c7");
    frame = (*this)(R"({"type":"clear_output","id":"c7","wait":true})");
    REQUIRE(frame);
    CHECK(frame->wait);
    frame = (*this)(R"({"type":"barrier","n":12})");
    REQUIRE(frame);
    CHECK(frame->number == 12);
    CHECK((*this)(R"({"type":"pong"})"));
    CHECK(codec.garbage_lines() == 0);
}

TEST_CASE_FIXTURE(LineDecoder, "Output text is decoded, whatever the order of members and unknown ones") {
    const Frame* frame = (*this)(R"({"data":"a\n\u00e9\ud83d\ude00\u0000\"","x":[{}],"id":"","type":"stderr"})");
    REQUIRE(frame);
    CHECK(frame->type == FrameType::stderr_text);
    CHECK(frame->text == std::string_view("a\n\u00e9\U0001F600\0\"", 10));
    CHECK(frame->id.empty());
}

TEST_CASE_FIXTURE(LineDecoder, "A bundle keeps its order, its numbers as they were written, and knows its strings") {
    const Frame* frame = (*this)(
        R"({"type":"display","id":"1","update":true,"transient":{"display_id": "d"},)"
        R"("bundle":{"text/html":"<b>\u00e9</b>","application/json":{"a": [1.0, 1e5, 12345678901234567890123, -0.0]},)"
        R"("z":null,"n":3}})");
    REQUIRE(frame);
    CHECK(frame->update);
    CHECK(frame->transient_json == R"({"display_id":"d"})");
    const std::vector<MimeEntry>& entries = frame->bundle.entries;
    REQUIRE(entries.size() == 4);
    CHECK(entries[0].mime_type == "text/html");
    CHECK(entries[0].is_string);
    CHECK(entries[0].text == "<b>\u00e9</b>");
    CHECK(entries[0].json == R"("<b>\u00e9</b>")");
    CHECK(entries[1].mime_type == "application/json");
    CHECK_FALSE(entries[1].is_string);
    CHECK(entries[1].json == R"({"a":[1.0,1e5,12345678901234567890123,-0.0]})");
    CHECK(entries[2].json == "null");
    CHECK(entries[3].json == "3");
    CHECK(frame->bundle.find("text/html") == &entries[0]);
    CHECK(frame->bundle.find("text/plain") == nullptr);
}

TEST_CASE_FIXTURE(LineDecoder, "Results, errors and tool calls") {
    const Frame* frame = (*this)(R"({"type":"result","id":"1","bundle":{"text/plain":"2"}})");
    REQUIRE(frame);
    CHECK(frame->bundle.find("text/plain")->text == "2");
    frame = (*this)(R"({"type":"error","id":"1","ename":"ValueError","evalue":"bad","traceback":["one","two"]})");
    REQUIRE(frame);
    CHECK(frame->ename == "ValueError");
    CHECK(frame->evalue == "bad");
    CHECK(frame->traceback == std::vector<std::string_view>{"one", "two"});
    CHECK(frame->bundle.entries.empty());
    frame =
        (*this)(R"({"type":"tool","id":"1","callId":"k","name":"add","args":{"a": 100000000000000000000, "b": [2]}})");
    REQUIRE(frame);
    CHECK(frame->call_id == "k");
    CHECK(frame->name == "add");
    CHECK(frame->args_json == R"({"a":100000000000000000000,"b":[2]})");
}

TEST_CASE_FIXTURE(LineDecoder, "How a cell was done") {
    const Frame* frame = (*this)(R"({"type":"done","id":"1","status":"ok","executionCount":4,"cancelled":false})");
    REQUIRE(frame);
    CHECK(frame->ok);
    CHECK(frame->execution_count == 4);
    CHECK_FALSE(frame->cancelled);
    CHECK_FALSE(frame->exit_code);
    frame = (*this)(R"({"type":"done","id":"1","status":"error","executionCount":5,"cancelled":true,)"
                    R"("exitCode":-3,"restart":true})");
    REQUIRE(frame);
    CHECK_FALSE(frame->ok);
    CHECK(frame->cancelled);
    CHECK(frame->restart);
    CHECK(frame->exit_code == -3);
}

TEST_CASE_FIXTURE(LineDecoder, "Nothing of an earlier frame is left in the next") {
    REQUIRE((*this)(R"({"type":"error","id":"1","ename":"E","evalue":"v","traceback":["t"]})"));
    REQUIRE((*this)(R"({"type":"display","id":"1","bundle":{"a":"b"},"update":true,"transient":{}})"));
    const Frame* frame = (*this)(R"({"type":"started","id":"2"})");
    REQUIRE(frame);
    CHECK(frame->traceback.empty());
    CHECK(frame->bundle.entries.empty());
    CHECK(frame->transient_json.empty());
    CHECK_FALSE(frame->update);
    CHECK(frame->ename.empty());
}
