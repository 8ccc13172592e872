#include "http/response.hpp"

#include "http/http_date.hpp"

#include <doctest/doctest.h>

using namespace evald::service;

namespace {

std::string head_of(const HeadOptions& options) {
    std::string out;
    append_head(out, options);
    return out;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a head has what every answer carries") {
    HeadOptions options;
    options.status = 404;
    options.content_type = "text/plain";
    options.request_id = "r-1";
    options.content_length = 12;
    options.fields = "X-More: 1\r\n";
    const std::string head = head_of(options);
    CHECK(head.starts_with("HTTP/1.1 404 Not Found\r\nDate: "));
    CHECK(contains(head, "\r\nContent-Length: 12\r\n"));
    CHECK(contains(head, "\r\nX-Request-Id: r-1\r\n"));
    CHECK(contains(head, "\r\nX-Content-Type-Options: nosniff\r\n"));
    CHECK(contains(head, "\r\nCache-Control: no-store\r\n"));
    CHECK(head.ends_with("\r\nX-More: 1\r\n\r\n"));
    CHECK_FALSE(contains(head, "Connection:"));
    CHECK_FALSE(contains(head, "X-Session-Id"));
}

TEST_CASE("keep-alive is said where it is not understood") {
    HeadOptions options;
    options.is_http10 = true;
    CHECK(contains(head_of(options), "Connection: keep-alive"));
    options.keep_alive = false;
    CHECK(contains(head_of(options), "Connection: close"));
}

TEST_CASE("framing is told by its own field") {
    HeadOptions options;
    options.framing = Framing::chunked;
    CHECK(contains(head_of(options), "Transfer-Encoding: chunked"));
    CHECK_FALSE(contains(head_of(options), "Content-Length"));
    options.framing = Framing::none;
    CHECK_FALSE(contains(head_of(options), "Transfer-Encoding"));
}

TEST_CASE("dates are written as RFC 9110 wants them") {
    CHECK(http_date(784'887'151) == "Tue, 15 Nov 1994 08:12:31 GMT");
    CHECK(http_date(0) == "Thu, 01 Jan 1970 00:00:00 GMT");
    CHECK(http_date_now().size() == 29);
}
