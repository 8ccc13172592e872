#include "base/utf8.hpp"
#include "protocol/frame_codec.hpp"
#include "support/line_decoder.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

using evald::Frame;
using evald::FrameCodec;
using evald::is_valid_utf8;
using evald::test::LineDecoder;

TEST_CASE_FIXTURE(LineDecoder, "What is no frame is counted and hurts nobody") {
    const std::vector<std::string> lines{
        "",
        "hello",
        "{",
        "{}",
        "[]",
        "null",
        "\"started\"",
        "{\"type\":\"started\",\"id\":\"1\"",
        "{\"type\":\"started\",\"id\":\"1\"}}",
        "{\"type\":\"started\",\"id\":\"1\"}{}",
        R"({"type":"unheard_of","id":"1"})",
        R"({"type":1,"id":"1"})",
        R"({"type":"started","id":1})",
        R"({"type":"started","id":null})",
        R"({"id":"1"})",
        R"({"type":"stdout","id":"1"})",
        R"({"type":"stdout","id":"1","data":5})",
        R"({"type":"stdout","id":"1","data":"\ud800"})",
        R"({"type":"stdout","id":"1","data":"\udc00"})",
        "{\"type\":\"stdout\",\"id\":\"1\",\"data\":\"\xff\"}",
        "{\"type\":\"stdout\",\"id\":\"1\",\"data\":\"\xed\xa0\x80\"}",
        "{\"type\":\"stdout\",\"id\":\"1\",\"data\":\"\x01\"}",
        std::string(R"({"type":"stdout","id":"1","data":")") + '\0' + "\"}",
        R"({"type":"result","id":"1"})",
        R"({"type":"result","id":"1","bundle":[]})",
        R"({"type":"result","id":"1","bundle":"x"})",
        R"({"type":"result","id":"1","\u0062undle":{}})",
        R"({"type":"result","id":"1","bundle":{"a":NaN}})",
        R"({"type":"result","id":"1","bundle":{"a":1e400}})",
        R"({"type":"result","id":"1","bundle":{"a":01}})",
        R"({"type":"result","id":"1","bundle":{"a":00000000000000000000001}})",
        R"({"type":"result","id":"1","bundle":{"a":12345678901234567890123,}})",
        R"({"type":"error","id":"1","ename":"E","evalue":"v"})",
        R"({"type":"error","id":"1","ename":"E","evalue":"v","traceback":[1]})",
        R"({"type":"error","id":"1","ename":null,"evalue":"v","traceback":[]})",
        R"({"type":"tool","id":"1","callId":"c","name":"n"})",
        R"({"type":"tool","id":"1","callId":5,"name":"n","args":{}})",
        R"({"type":"done","id":"1"})",
        R"({"type":"done","id":"1","status":"fine"})",
        R"({"type":"done","id":"1","status":"ok","executionCount":"1"})",
        R"({"type":"done","id":"1","status":"ok","cancelled":0})",
        R"({"type":"barrier"})",
        R"({"type":"barrier","n":-1})",
        R"({"type":"barrier","n":1.5})",
        R"({"type":"ready"})",
        R"({"type":"ready","protocol":"1"})",
        R"({"type":"clear_output","id":"1","wait":"yes"})",
    };
    for (const std::string& line : lines) {
        CAPTURE(line);
        CHECK((*this)(line) == nullptr);
    }
    CHECK(codec.garbage_lines() == lines.size());
    CHECK((*this)(R"({"type":"started","id":"1"})"));
}

TEST_CASE_FIXTURE(LineDecoder, "A value may be deep, but not bottomless") {
    const auto nested = [](std::size_t depth) {
        return R"({"type":"result","id":"1","bundle":{"a":)" + std::string(depth, '[') + std::string(depth, ']') + "}}";
    };
    CHECK((*this)(nested(200)));
    CHECK((*this)(nested(300)) == nullptr);
    CHECK((*this)(nested(1'000'000)) == nullptr);
    CHECK((*this)(nested(100)));
}

TEST_CASE_FIXTURE(LineDecoder, "An exit code beyond an int is no exit code") {
    const Frame* frame = (*this)(R"({"type":"done","id":"1","status":"error","exitCode":99999999999})");
    REQUIRE(frame);
    CHECK_FALSE(frame->exit_code);
}

TEST_CASE_FIXTURE(LineDecoder, "Sizes may leap up and down") {
    for (const std::size_t size : {10U, 5'000'000U, 20U, 100'000U, 3'000'000U, 1U}) {
        const Frame* frame = (*this)(R"({"type":"stdout","id":"1","data":")" + std::string(size, 'x') + "\"}");
        REQUIRE(frame);
        CHECK(frame->text.size() == size);
    }
}

TEST_CASE_FIXTURE(LineDecoder, "However a frame is damaged, what comes out is valid UTF-8 and strict JSON") {
    const std::string good =
        R"({"type":"display","id":"1","transient":{"display_id":"d"},)"
        R"("bundle":{"text/plain":"\u00e9\ud83d\ude00x","j":{"a":[1.5,-2e3,true,null,"\\\"",12345678901234567890123]}}})";
    std::mt19937 random(1);
    for (int round = 0; round < 20'000; ++round) {
        std::string line = good;
        const std::size_t changes = 1 + random() % 3;
        for (std::size_t i = 0; i < changes; ++i) {
            const std::size_t at = random() % line.size();
            switch (random() % 3) {
                case 0: line[at] = static_cast<char>(random() % 256); break;
                case 1: line.erase(at, 1 + random() % 4); break;
                default: line.insert(at, 1, "{}[]\",:\\0e.-u \t\r"[random() % 16]); break;
            }
        }
        const Frame* frame = (*this)(line);
        if (frame == nullptr) continue;
        CAPTURE(line);
        CHECK(is_valid_utf8(frame->id));
        CHECK(is_valid_utf8(frame->text));
        for (const evald::MimeEntry& entry : frame->bundle.entries) {
            CHECK(is_valid_utf8(entry.mime_type));
            CHECK(is_valid_utf8(entry.text));
            CHECK(nlohmann::json::accept(entry.json));
        }
        if (!frame->transient_json.empty()) CHECK(nlohmann::json::accept(frame->transient_json));
    }
}
