#include "http/request_parser.hpp"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

using namespace evald::service;
using namespace std::string_view_literals;

namespace {

using Status = RequestParser::Status;

ParserLimits small_limits() {
    ParserLimits limits;
    limits.head = 1024;
    limits.target = 256;
    limits.body = 1000;
    return limits;
}

/// Feeds a whole request in pieces of `step` bytes, keeping what is not used, as a connection does.
struct Feeder {
    RequestParser parser{small_limits()};
    Request request;
    std::string rest;
    bool has_head = false;

    Feeder() { parser.begin(request); }

    Status feed(std::string_view bytes) {
        rest += bytes;
        Status status = Status::need_more;
        if (!has_head) {
            std::size_t used = 0;
            status = parser.read_head(rest, used);
            rest.erase(0, used);
            if (status != Status::done) return status;
            has_head = true;
        }
        std::size_t used = 0;
        status = parser.read_body(rest, used);
        rest.erase(0, used);
        return status;
    }

    Status feed_in_steps(std::string_view bytes, std::size_t step) {
        Status status = Status::need_more;
        while (!bytes.empty() && status == Status::need_more) {
            const auto piece = bytes.substr(0, step);
            bytes.remove_prefix(piece.size());
            status = feed(piece);
        }
        return status;
    }
};

int failure_of(std::string_view bytes) {
    Feeder feeder;
    if (feeder.feed(bytes) != Status::failed) return 0;
    return feeder.parser.failure().status;
}

const std::string k_post = "POST /eval HTTP/1.1\r\nHost: h\r\n";

}  // namespace

TEST_CASE("a request is taken apart, however it is cut into pieces") {
    const std::string text = "POST /eval?x=1 HTTP/1.1\r\nHost: h\r\nX-A:  b \r\nContent-Length: 5\r\n\r\nhello";
    for (std::size_t step = 1; step <= text.size(); ++step) {
        CAPTURE(step);
        Feeder feeder;
        REQUIRE(feeder.feed_in_steps(text, step) == Status::done);
        CHECK(feeder.request.method() == Method::post);
        CHECK(feeder.request.path() == "/eval");
        CHECK(feeder.request.query() == "x=1");
        CHECK(feeder.request.field("x-a") == "b");
        CHECK(feeder.request.body() == "hello");
        CHECK(feeder.request.keep_alive());
    }
}

TEST_CASE("a chunked body is put together, with extensions and trailers dropped") {
    const std::string text =
        k_post + "Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nAuthorization: x\r\n\r\n";
    for (std::size_t step = 1; step <= text.size(); ++step) {
        CAPTURE(step);
        Feeder feeder;
        REQUIRE(feeder.feed_in_steps(text, step) == Status::done);
        CHECK(feeder.request.body() == "abcde");
        CHECK(feeder.request.count("Authorization") == 0);
    }
}

TEST_CASE("what follows a request stays for the next one") {
    Feeder feeder;
    CHECK(feeder.feed("GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\n") == Status::done);
    CHECK(feeder.rest == "GET /b HTTP/1.1\r\n");
}

TEST_CASE("a chunked body may come in any pieces, an empty one too") {
    for (std::size_t step = 1; step <= 8; ++step) {
        for (const std::string_view body : {"0\r\n\r\n", "0\r\nA: b\r\n\r\n", "1\r\na\r\n0\r\n\r\n"}) {
            Feeder feeder;
            const std::string head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
            CHECK(feeder.feed_in_steps(head + std::string(body), step) == Status::done);
            CHECK(feeder.request.body() == (body[0] == '1' ? "a" : ""));
            CHECK(feeder.rest.empty());
        }
    }
}

TEST_CASE("empty lines before a request line are skipped, but not many") {
    Feeder feeder;
    CHECK(feeder.feed_in_steps("\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 1) == Status::done);
    CHECK(failure_of("\r\n\r\n\r\n\r\n\r\n\r\n") == 400);
    for (const std::size_t step : {1U, 2U, 3U, 5U}) {  // however they come
        Feeder slow;
        CHECK(slow.feed_in_steps("\r\n\r\n\r\n\r\n\r\n\r\n", step) == Status::failed);
        Feeder few;
        CHECK(few.feed_in_steps("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", step) == Status::done);
    }
}

TEST_CASE("keep-alive follows the version and the Connection field") {
    const auto keeps = [](std::string_view head) {
        Feeder feeder;
        REQUIRE(feeder.feed(head) == Status::done);
        return feeder.request.keep_alive();
    };
    CHECK(keeps("GET / HTTP/1.1\r\nHost: h\r\n\r\n"));
    CHECK_FALSE(keeps("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"));
    CHECK_FALSE(keeps("GET / HTTP/1.0\r\n\r\n"));
    CHECK(keeps("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
}

TEST_CASE("framing that can be read in two ways is refused") {
    CHECK(failure_of(k_post + "Content-Length: 5\r\nContent-Length: 50\r\n\r\n") == 400);
    CHECK(failure_of(k_post + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n") == 400);
    CHECK(failure_of(k_post + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n") == 400);
    CHECK(failure_of(k_post + "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n") == 400);
    CHECK(failure_of(k_post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n") == 400);
    CHECK(failure_of(k_post + "Transfer-Encoding: xchunked\r\n\r\n") == 501);
    CHECK(failure_of(k_post + "Transfer-Encoding: gzip, chunked\r\n\r\n") == 501);
    CHECK(failure_of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == 400);
    for (const auto* length : {"-1", "+5", "0x10", "5 5", "5,5", "99999999999999999999", "", "five"}) {
        CAPTURE(length);
        CHECK(failure_of(k_post + "Content-Length: " + length + "\r\n\r\n") == 400);
    }
    CHECK(failure_of(k_post + "Content-Length : 5\r\n\r\n") == 400);
    CHECK(failure_of(k_post + "Transfer-Encoding:\r\n chunked\r\n\r\n") == 400);
    CHECK(failure_of(k_post + "X-A: b\r\n\tfolded: c\r\n\r\n") == 400);
}

TEST_CASE("a malformed chunk is refused") {
    const std::string chunked = k_post + "Transfer-Encoding: chunked\r\n\r\n";
    CHECK(failure_of(chunked + "FFFFFFFFFFFFFFFFF\r\n") == 400);
    CHECK(failure_of(chunked + "zz\r\nabc\r\n0\r\n\r\n") == 400);
    CHECK(failure_of(chunked + "3\r\nabcdef\r\n0\r\n\r\n") == 400);
    CHECK(failure_of(chunked + "1;" + std::string(20'000, 'x')) == 400);
}

TEST_CASE("a malformed head is refused") {
    CHECK(failure_of("total nonsense\r\n\r\n") == 400);
    CHECK(failure_of("\x16\x03\x01\x02") == 400);
    CHECK(failure_of("GET / HTTP/1.1\nHost: h\n\n") == 400);
    CHECK(failure_of("GET / HTTP/1.1\r\nHost: h\r\nno colon here\r\n\r\n") == 400);
    CHECK(failure_of("GET / HTTP/9.9\r\nHost: h\r\n\r\n") == 505);
    CHECK(failure_of("GET / HTTP/1.1\r\n\r\n") == 400);
    CHECK(failure_of("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n") == 400);
    CHECK(failure_of("GET / HTTP/1.1\r\nHost: h\r\nX: b\0c\r\n\r\n"sv) == 400);
    CHECK(failure_of("GET / HTTP/1.1\r\nHost: h\r\nX: b\rc\r\n\r\n") == 400);
}

TEST_CASE("too much is told as what it is") {
    CHECK(failure_of("GET /" + std::string(2'000, 'a')) == 414);
    CHECK(failure_of("GET /" + std::string(500, 'a') + " HTTP/1.1\r\nHost: h\r\n\r\n") == 414);
    CHECK(failure_of("GET / HTTP/1.1\r\nX: " + std::string(2'000, 'a')) == 431);
    CHECK(failure_of(k_post + "Content-Length: 1001\r\n\r\n") == 413);
    CHECK(failure_of(k_post + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + std::string(1001, 'a')) == 413);
}

TEST_CASE("targets of all forms") {
    const auto path_of = [](std::string_view target) {
        Feeder feeder;
        REQUIRE(feeder.feed("GET " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n\r\n") == Status::done);
        return std::string(feeder.request.path());
    };
    CHECK(path_of("/a/b?c") == "/a/b");
    CHECK(path_of("http://host:1/a?b") == "/a");
    CHECK(path_of("http://host") == "/");
    CHECK(path_of("http://host?x") == "/");
    CHECK(path_of("*") == "*");
    CHECK(path_of("nonsense").empty());
    CHECK(path_of("/a#b").empty());
    CHECK(path_of("ftp://host/a").empty());
    CHECK(path_of("http:///a").empty());
    CHECK(path_of("http://user@host/a").empty());
    CHECK(path_of("http://host#a").empty());
}

TEST_CASE("a whole URL as the target says whom the request is for, whatever Host says") {
    const auto host_of = [](std::string_view target) {
        Feeder feeder;
        REQUIRE(feeder.feed("GET " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n\r\n") == Status::done);
        return std::string(feeder.request.host().value_or("none"));
    };
    CHECK(host_of("/a") == "h");
    CHECK(host_of("http://other:1/a?b") == "other:1");
    CHECK(host_of("HTTPS://other?b") == "other");
    CHECK(host_of("http://[::1]:8080/a") == "[::1]:8080");
    CHECK(host_of("/http://other/") == "h");
    Feeder old;
    REQUIRE(old.feed("GET / HTTP/1.0\r\n\r\n") == Status::done);
    CHECK_FALSE(old.request.host());
}
