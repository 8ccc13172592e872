#include "protocol/frames.hpp"

#include <doctest/doctest.h>

using namespace evald::js;

TEST_CASE("frames of a cell carry its id, escaped") {
    CHECK(started_frame("c\"1") == R"({"type":"started","id":"c\"1"})");
    CHECK(clear_output_frame("c", true) == R"({"type":"clear_output","id":"c","wait":true})");
    CHECK(tool_frame("c", "t1", "search", R"({"q":1})") ==
          R"({"type":"tool","id":"c","callId":"t1","name":"search","args":{"q":1}})");
}

TEST_CASE("done tells what there is to tell") {
    CellEnd end;
    end.execution_count = 3;
    CHECK(done_frame("c", end) == R"({"type":"done","id":"c","status":"ok","executionCount":3,"cancelled":false})");
    end.ok = false;
    end.cancelled = true;
    end.exit_code = 2;
    end.restart = true;
    CHECK(
        done_frame("c", end) ==
        R"({"type":"done","id":"c","status":"error","executionCount":3,"cancelled":true,"exitCode":2,"restart":true})");
}

TEST_CASE("an error's traceback is a list of lines") {
    CHECK(
        error_frame("c", {"TypeError", "x", {"TypeError: x", "    at <cell 1>:1"}}) ==
        R"({"type":"error","id":"c","ename":"TypeError","evalue":"x","traceback":["TypeError: x","    at <cell 1>:1"]})");
}

TEST_CASE("a type stands once in a bundle") {
    MimeBundle bundle;
    bundle.add_text("text/plain", "a");
    bundle.add_text("text/plain", "b");
    bundle.add_json("application/json", "[1]");
    CHECK(bundle.json() == R"({"text/plain":"a","application/json":[1]})");
}

// A frame has at most 32 MiB.
TEST_CASE("a value that would burst its frame is replaced") {
    MimeBundle bundle;
    bundle.add_text("text/plain", std::string(20 << 20, 'x'));
    CHECK(bundle.json().size() < 100);
    CHECK(bundle.json().find("too large") != std::string::npos);
}
