#include "sse/event_encoding.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::service;

TEST_CASE("an event becomes a record or a line") {
    RunEvent event;
    event.seq = 7;
    event.json = R"({"type":"output","text":"a\nb"})";
    std::string out;
    append_event(out, EventFormat::server_sent, event, "ep-och");
    CHECK(out == "id: ep-och-7\ndata: " + event.json + "\n\n");
    out.clear();
    append_event(out, EventFormat::ndjson, event, "ep-och");
    CHECK(out == event.json + "\n");
}

TEST_CASE("a gap has no id, so that a browser keeps the last one") {
    RunEvent gap;
    gap.type = EventType::gap;
    gap.json = R"({"type":"gap"})";
    std::string out;
    append_event(out, EventFormat::server_sent, gap, "e");
    CHECK(out == "data: {\"type\":\"gap\"}\n\n");
}

TEST_CASE("the last id is taken apart at its last dash") {
    const auto id = parse_last_event_id("ep-och-42");
    REQUIRE(id);
    CHECK(id->epoch == "ep-och");
    CHECK(id->seq == 42);
    for (const auto* text : {"", "42", "-42", "e-", "e-x", "e--1x", "e-99999999999999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_last_event_id(text));
    }
}
