#include "log/log_event.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald::service;

namespace {

std::string line_in(LogFormat format, const char* text) {
    set_log_event_format(format);
    LogEvent event(LogLevel::info, "run");
    event.text("session", text).number("cells", 2).milliseconds("durationMs", 12'034);
    set_log_event_format(LogFormat::text);
    return event.line();
}

}  // namespace

TEST_CASE("an event is a name and fields, in either format") {
    CHECK(line_in(LogFormat::text, "a-1") == "run session=a-1 cells=2 durationMs=12.034");
    CHECK(line_in(LogFormat::json, "a-1") == R"("event":"run","session":"a-1","cells":2,"durationMs":12.034)");
}

TEST_CASE("what could be taken for something else is quoted and stays on its line") {
    CHECK(line_in(LogFormat::text, "a b") == R"(run session="a b" cells=2 durationMs=12.034)");
    CHECK(line_in(LogFormat::text, "x=1\nrun") == R"(run session="x=1\nrun" cells=2 durationMs=12.034)");
    CHECK(line_in(LogFormat::json, "\"\n") == R"("event":"run","session":"\"\n","cells":2,"durationMs":12.034)");
}

TEST_CASE("bytes that are no text do not spoil the line, and an empty field is left out") {
    CHECK(line_in(LogFormat::json, "\xff") ==
          "\"event\":\"run\",\"session\":\"\xef\xbf\xbd\",\"cells\":2,\"durationMs\":12.034");
    CHECK(line_in(LogFormat::json, "") == R"("event":"run","cells":2,"durationMs":12.034)");
}
