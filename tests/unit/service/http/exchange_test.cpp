#include "platform/async_event.hpp"
#include "unit/service/http/connection_fixture.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald;
using namespace evald::service;
using namespace evald::service::test;

namespace {

const std::string k_get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

boost::asio::awaitable<void> stream_two(Exchange& exchange) {
    const bool is_open = co_await exchange.begin_stream(200, "text/event-stream");
    if (!is_open) co_return;
    co_await exchange.send("one");
    co_await exchange.send(std::string(20, 'x'));
    co_await exchange.end_stream();
}

/// Waits until the caller has gone, or `go_on` is set.
struct Waiting {
    explicit Waiting(boost::asio::io_context& loop) : woken(loop.get_executor()) {}
    AsyncEvent woken;
    bool has_begun = false, saw_end = false;
};

boost::asio::awaitable<void> wait_for_caller(Exchange& exchange, Waiting& waiting) {
    waiting.has_begun = true;
    exchange.on_caller_gone([&waiting] { waiting.woken.set(); });
    co_await waiting.woken.wait();
    waiting.saw_end = exchange.caller_gone();
    exchange.forget_caller_gone();
    if (waiting.saw_end) co_return;
    Response response = Response::json(std::string("[done]"));
    co_await exchange.respond(std::move(response));
}

}  // namespace

TEST_CASE("a stream goes out in chunks, and the connection stays") {
    ConnectionFixture fixture;
    fixture.handler.on_handle = stream_two;
    fixture.send(k_get + k_get);
    const std::string first = fixture.read_until("0\r\n\r\n");
    CHECK(first.find("Transfer-Encoding: chunked") != std::string::npos);
    CHECK(first.find("\r\n\r\n3\r\none\r\n14\r\nxxxxxxxxxxxxxxxxxxxx\r\n0\r\n\r\n") != std::string::npos);
    fixture.read_until("0\r\n\r\n");
}

TEST_CASE("HTTP/1.0 knows no chunks: the stream ends with the connection") {
    ConnectionFixture fixture;
    fixture.handler.on_handle = stream_two;
    fixture.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    const std::string answer = fixture.read_all();
    CHECK(answer.find("chunked") == std::string::npos);
    CHECK(answer.find("Connection: close") != std::string::npos);
    CHECK(answer.ends_with("\r\n\r\nonexxxxxxxxxxxxxxxxxxxx"));
}

TEST_CASE("a caller that goes away while its request is handled is noticed") {
    ConnectionFixture fixture;
    Waiting waiting(fixture.loop);
    fixture.handler.on_handle = [&waiting](Exchange& exchange) { return wait_for_caller(exchange, waiting); };
    fixture.send(k_get);
    evald::test::run_until(fixture.loop, [&] { return waiting.has_begun; });
    SUBCASE("in good order") { fixture.client.close(); }
    SUBCASE("with a reset") {
        fixture.client.set_option(boost::asio::socket_base::linger(true, 0));
        fixture.client.close();
    }
    SUBCASE("after it has sent more") {
        fixture.send(k_get);
        fixture.client.close();
    }
    fixture.wait_over();
    CHECK(waiting.saw_end);
    CHECK(fixture.handler.statuses == std::vector<int>{0});
}

TEST_CASE("requests that come meanwhile are no going away, and are not lost") {
    ConnectionFixture fixture;
    Waiting waiting(fixture.loop);
    fixture.handler.on_handle = [&waiting](Exchange& exchange) { return wait_for_caller(exchange, waiting); };
    fixture.send(k_get);
    evald::test::run_until(fixture.loop, [&] { return waiting.has_begun; });
    const std::string large =
        "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 200000\r\n\r\n" + std::string(200'000, 'x');
    fixture.send(k_get.substr(0, 10));
    fixture.read_some();
    fixture.send(k_get.substr(10));
    fixture.send(large);
    fixture.handler.on_handle = [](Exchange& exchange) -> boost::asio::awaitable<void> {
        Response response = Response::json(std::to_string(exchange.request().body().size()) + ".");
        co_await exchange.respond(std::move(response));
    };
    waiting.woken.set();
    fixture.read_until("[done]");
    fixture.read_until("\r\n\r\n0.");
    fixture.read_until("\r\n\r\n200000.");
    CHECK_FALSE(waiting.saw_end);
    CHECK(fixture.handler.statuses == std::vector<int>{200, 200, 200});
}

TEST_CASE("a reader that takes nothing for too long is dropped") {
    ConnectionFixture fixture;
    fixture.handler.on_admit = [](Exchange&) {
        return std::optional<Response>(Response::json(std::string(50'000'000, 'x')));
    };
    fixture.send(k_get);
    fixture.loop.poll();
    fixture.let_pass(std::chrono::seconds(31));
    fixture.wait_over();
    CHECK(fixture.handler.statuses == std::vector<int>{200});
}

TEST_CASE("an answer that breaks off closes the connection before its promised end") {
    ConnectionFixture fixture;
    fixture.handler.on_handle = [](Exchange& exchange) -> boost::asio::awaitable<void> {
        const Response head(200);
        const bool is_open = co_await exchange.begin_sized(head, 100);
        if (is_open) co_await exchange.send("part");
        exchange.break_off();
    };
    fixture.send(k_get);
    const std::string answer = fixture.read_all();
    CHECK(answer.find("Content-Length: 100") != std::string::npos);
    CHECK(answer.ends_with("part"));
}
