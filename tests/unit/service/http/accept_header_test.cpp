#include "http/accept_header.hpp"

#include <array>
#include <doctest/doctest.h>
#include <string_view>

using namespace evald::service;

namespace {

constexpr std::array<std::string_view, 3> k_offers{"application/json", "application/x-ndjson", "text/event-stream"};

std::string_view chosen(std::string_view accept) { return preferred_media_type(accept, k_offers).value_or("none"); }

}  // namespace

TEST_CASE("the highest quality wins, a tie goes to the first offer") {
    CHECK(chosen("") == "application/json");
    CHECK(chosen("*/*") == "application/json");
    CHECK(chosen("text/event-stream") == "text/event-stream");
    CHECK(chosen("TEXT/Event-Stream") == "text/event-stream");
    CHECK(chosen("text/event-stream, application/json") == "application/json");
    CHECK(chosen("application/json;q=0.5, text/event-stream") == "text/event-stream");
    CHECK(chosen("application/*;q=0.2, text/*;q=0.8") == "text/event-stream");
    CHECK(chosen("text/html, */*;q=0.1") == "application/json");
    CHECK(chosen("application/x-ndjson; charset=utf-8; q=0.9, application/json;q=0.89") == "application/x-ndjson");
}

TEST_CASE("the most specific range decides, and q=0 excludes") {
    CHECK(chosen("application/json;q=0, */*") == "application/x-ndjson");
    CHECK(chosen("*/*;q=0.1, application/json;q=0.05") == "application/x-ndjson");
    CHECK(chosen("text/html") == "none");
    CHECK(chosen("application/json;q=0") == "none");
    CHECK(chosen("*/*;q=0") == "none");
}

TEST_CASE("malformed parts are passed over") {
    CHECK(chosen("application/json;q=2, text/event-stream;q=0.5") == "text/event-stream");
    CHECK(chosen(",,;q, text/event-stream") == "text/event-stream");
    CHECK(chosen("text/event-stream;q=0.1234") == "none");
}

TEST_CASE("a coding is taken when it, or everything, is listed and not excluded") {
    CHECK(accepts_coding("gzip, deflate, br", "br"));
    CHECK(accepts_coding("*", "br"));
    CHECK(accepts_coding("GZIP;q=0.1", "gzip"));
    CHECK(accepts_coding("br;q=0, *", "gzip"));
    CHECK_FALSE(accepts_coding("", "br"));
    CHECK_FALSE(accepts_coding("gzip", "br"));
    CHECK_FALSE(accepts_coding("br;q=0, *", "br"));
    CHECK_FALSE(accepts_coding("*;q=0", "gzip"));
    CHECK_FALSE(accepts_coding("br;q=nonsense", "br"));
}
