#include "http/http_error.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace evald;
using namespace evald::service;

TEST_CASE("a problem has the members of RFC 9457, its faults and the request's id") {
    Error error;
    error.code = ErrorCode::invalid_request;
    error.message = "two \"faults\"";
    error.fields = {{"/cells/0", "must be an object"}, {"/a~1b", "is not known"}};
    const auto json = nlohmann::json::parse(problem_json(error, "r-1"));
    CHECK(json["type"] == "about:blank");
    CHECK(json["title"] == "Bad Request");
    CHECK(json["status"] == 400);
    CHECK(json["detail"] == "two \"faults\"");
    CHECK(json["errors"][1]["pointer"] == "/a~1b");
    CHECK(json["requestId"] == "r-1");
}

TEST_CASE("what went wrong inside stays inside") {
    Error error;
    error.message = "/secret/path: errno 5";
    CHECK(problem_json(error, "r").find("secret") == std::string::npos);
    CHECK(problem_response(error, "r").status == 500);
}

TEST_CASE("some statuses come with a header") {
    CHECK(problem_response(401, "x", "r").fields.find("WWW-Authenticate: Bearer") != std::string::npos);
    CHECK(problem_response(503, "x", "r").fields.find("Retry-After: 1") != std::string::npos);
    Error error;
    error.code = ErrorCode::too_many_requests;
    error.retry_after_s = 7;
    CHECK(problem_response(error, "r").fields == "Retry-After: 7\r\n");
    CHECK(problem_response(404, "x", "r").fields.empty());
}

TEST_CASE("every error code has a status with a name") {
    for (int code = 0; code <= static_cast<int>(ErrorCode::internal); ++code) {
        const PublicError& shown = public_error(static_cast<ErrorCode>(code));
        CHECK(status_phrase(shown.status) != "Unknown");
        CHECK(shown.close_code >= 1000);
        CHECK_FALSE(shown.detail.empty());
    }
}
