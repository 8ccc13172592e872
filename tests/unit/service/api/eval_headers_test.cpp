#include "api/eval_headers.hpp"

#include "unit/service/http/parsed_request.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace evald::service;
using namespace evald::service::test;

namespace {

Result<EvalHeaders> read(const std::string& lines) {
    return read_eval_headers(*get_request("/eval", "Content-Type: application/json\r\n" + lines));
}

bool is_json(const std::string& type) {
    return is_json_content(*get_request("/eval", "Content-Type: " + type + "\r\n"));
}

}  // namespace

TEST_CASE("the body must be JSON in UTF-8") {
    CHECK(is_json("application/json"));
    CHECK(is_json("Application/JSON ; charset=UTF-8"));
    CHECK(is_json("application/json;charset=\"utf-8\";x=y"));
    for (const auto* type : {"text/plain", "application/jsonp", "application/json; charset=latin1", "", "text/xml",
                             "application/x-www-form-urlencoded", "text/plain; application/json"}) {
        CAPTURE(type);
        CHECK_FALSE(is_json(type));
    }
    CHECK_FALSE(is_json_content(*get_request("/eval")));
    CHECK(read_eval_headers(*get_request("/eval")).error().code == ErrorCode::unsupported_media);
}

TEST_CASE("Accept chooses the answer") {
    CHECK_FALSE(read("")->streams());
    CHECK_FALSE(read("Accept: */*\r\n")->streams());
    CHECK(read("Accept: text/event-stream\r\n")->stream_format == EventFormat::server_sent);
    CHECK(read("Accept: application/x-ndjson\r\n")->stream_format == EventFormat::ndjson);
    const auto none = read("Accept: image/png\r\n");
    REQUIRE_FALSE(none.has_value());
    CHECK(eval_headers_problem(none.error(), "r").status == 406);
}

TEST_CASE("Prefer, key and session are taken over") {
    CHECK(read("Prefer: wait=5, respond-async\r\n")->is_detached);
    CHECK(read("Prefer: Respond-Async; x=1\r\n")->is_detached);
    CHECK_FALSE(read("Prefer: respond-asynchronously\r\n")->is_detached);
    CHECK(read("Idempotency-Key: \"a b\"\r\n")->idempotency_key == "\"a b\"");
    CHECK_FALSE(read("Idempotency-Key: \r\n").has_value());
    CHECK_FALSE(read("Idempotency-Key: " + std::string(256, 'a') + "\r\n").has_value());
    CHECK_FALSE(read("Idempotency-Key: a\r\nIdempotency-Key: a\r\n").has_value());
    CHECK(read("X-Session-Id: s\r\n")->session == "s");
    CHECK_FALSE(read("X-Session-Id: \r\n").has_value());
    CHECK_FALSE(read("X-Session-Id: a\r\nX-Session-Id: a\r\n").has_value());
}
