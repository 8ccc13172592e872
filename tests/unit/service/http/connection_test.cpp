#include "unit/service/http/connection_fixture.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald;
using namespace evald::service;
using namespace evald::service::test;
using namespace std::chrono_literals;

namespace {

const std::string k_get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

std::string post(std::string_view body, std::string_view lines = "") {
    return "POST /a HTTP/1.1\r\nHost: h\r\n" + std::string(lines) + "Content-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + std::string(body);
}

std::optional<Response> echo_path(Exchange& exchange) {
    return Response::json("[" + std::string(exchange.request().target()) + "]");
}

boost::asio::awaitable<void> echo_body(Exchange& exchange) {
    Response response = Response::json("<" + exchange.request().body() + ">");
    co_await exchange.respond(std::move(response));
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a connection is kept, and requests that come together are answered in their order") {
    ConnectionFixture fixture;
    fixture.handler.on_admit = echo_path;
    fixture.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\nGET /3 HT");
    CHECK(contains(fixture.read_until("[/1]"), "HTTP/1.1 200 OK"));
    CHECK(contains(fixture.read_until("[/2]"), "Content-Length: 4\r\n"));
    fixture.send("TP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    CHECK(contains(fixture.read_all(), "Connection: close"));
    fixture.client.close();
    fixture.wait_over();
    CHECK(fixture.handler.statuses == std::vector<int>{200, 200, 200});
}

TEST_CASE("bodies are read before they are handled, and HEAD is answered without one") {
    ConnectionFixture fixture;
    fixture.handler.on_handle = echo_body;
    fixture.send(post("hello") + post(std::string(300'000, 'x')));
    fixture.read_until("<hello>");
    CHECK(fixture.read_until(">").size() > 300'000);
    fixture.handler.on_admit = echo_path;
    fixture.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n" + k_get);
    const std::string answers = fixture.read_until("[/a]");
    CHECK(answers.find("Content-Length: 4") != answers.rfind("Content-Length: 4"));
    CHECK(answers.find("[/a]") == answers.size() - 4);
}

TEST_CASE("a client that waits for 100 Continue gets it, unless the answer is known before") {
    ConnectionFixture fixture;
    fixture.handler.on_handle = echo_body;
    const std::string request = post("hello", "Expect: 100-continue\r\n");
    fixture.send(request.substr(0, request.size() - 5));
    CHECK(fixture.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
    fixture.send("hello");
    CHECK(contains(fixture.read_until("<hello>"), "200 OK"));
    fixture.handler.on_admit = [](Exchange&) { return std::optional<Response>(Response(403)); };
    fixture.send(request.substr(0, request.size() - 5));
    const std::string refused = fixture.read_all();
    CHECK(refused.starts_with("HTTP/1.1 403"));
    CHECK(contains(refused, "Connection: close"));
}

TEST_CASE("a small body of a refused request is passed over, a large one ends the connection") {
    ConnectionFixture fixture;
    fixture.handler.on_admit = [](Exchange&) { return std::optional<Response>(Response(403)); };
    fixture.send(post("hello") + post("again"));
    fixture.read_until("\r\n\r\n");
    fixture.read_until("\r\n\r\n");
    fixture.send(post(std::string(1'000'000, 'x')));
    CHECK(contains(fixture.read_all(), "Connection: close"));
    CHECK(fixture.handler.statuses == std::vector<int>{403, 403, 403});
}

TEST_CASE("what cannot be read is answered with a problem and ends the connection") {
    ConnectionFixture fixture;
    fixture.handler.on_admit = echo_path;
    fixture.send(k_get + "nonsense\r\n\r\n" + k_get);
    const std::string answers = fixture.read_all();
    CHECK(contains(answers, "[/a]"));
    CHECK(contains(answers, "HTTP/1.1 400"));
    CHECK(contains(answers, "application/problem+json"));
    CHECK(answers.find("[/a]") == answers.rfind("[/a]"));
    CHECK(fixture.handler.unreadables == std::vector<int>{400});
}

TEST_CASE("a body over its limit is answered while it still comes") {
    ConnectionFixture fixture;
    fixture.handler.on_handle = echo_body;
    fixture.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 100000000\r\n\r\n");
    CHECK(contains(fixture.read_until("\r\n\r\n"), "413"));
    for (int i = 0; i < 50 && !fixture.has_ended; ++i) fixture.send(std::string(100'000, 'x'));
    fixture.read_all();
    CHECK(fixture.handler.statuses == std::vector<int>{413});
}

TEST_CASE("who is too slow is told, who is idle is not") {
    ConnectionFixture idle;
    idle.let_pass(60s);
    idle.read_some();
    CHECK_FALSE(idle.has_ended);
    idle.let_pass(80s);
    CHECK(idle.read_all().empty());

    ConnectionFixture slow_head;
    slow_head.send("GET / HT");
    slow_head.read_some();
    slow_head.let_pass(11s);
    CHECK(contains(slow_head.read_all(), "408"));

    ConnectionFixture slow_body;
    slow_body.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab");
    slow_body.read_some();
    slow_body.let_pass(31s);
    CHECK(contains(slow_body.read_all(), "408"));
}

namespace {

/// A request whose handler waits until `goes_on` is set, and whether its caller has gone meanwhile.
struct WaitingHandler {
    explicit WaitingHandler(ConnectionFixture& owner) : goes_on(owner.loop.get_executor()) {
        owner.handler.on_handle = [this](Exchange& exchange) { return wait(exchange); };
    }
    boost::asio::awaitable<void> wait(Exchange& exchange) {
        exchange.on_caller_gone([this] {
            is_gone = true;
            goes_on.set();
        });
        is_waiting = true;
        co_await goes_on.wait();
        co_await exchange.respond(Response::json("[answer]"));
    }
    evald::AsyncEvent goes_on;
    bool is_waiting = false, is_gone = false;
};

}  // namespace

TEST_CASE("a caller that has sent its last byte still gets its answer") {
    ConnectionFixture fixture;
    WaitingHandler handler(fixture);
    fixture.send(k_get);
    fixture.client.shutdown(boost::asio::ip::tcp::socket::shutdown_send);
    CHECK(fixture.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
    CHECK_FALSE(handler.is_gone);
    handler.goes_on.set();
    CHECK(contains(fixture.read_all(), "[answer]"));
    fixture.wait_over();
}

TEST_CASE("a caller that has closed its socket has gone") {
    ConnectionFixture fixture;
    WaitingHandler handler(fixture);
    fixture.send(k_get);
    evald::test::run_until(fixture.loop, [&] { return handler.is_waiting; });
    fixture.client.close();
    evald::test::run_until(fixture.loop, [&] { return handler.is_gone; });
    fixture.wait_over();
}

TEST_CASE("a handler can take a body of any size piece by piece") {
    ConnectionFixture fixture;
    std::size_t bytes = 0, largest = 0;
    fixture.handler.on_admit = [](Exchange& exchange) {
        exchange.reads_body = true;
        return std::optional<Response>();
    };
    const auto count = [&](Exchange& exchange) -> boost::asio::awaitable<void> {
        std::string piece;
        auto read = Exchange::BodyRead::more;
        while (read == Exchange::BodyRead::more) {
            read = co_await exchange.read_body(piece);
            bytes += piece.size();
            largest = std::max(largest, piece.size());
        }
        if (read == Exchange::BodyRead::end) co_await exchange.respond(Response::json("[counted]"));
    };
    fixture.handler.on_handle = count;
    fixture.send(post(std::string(9'000'000, 'x')));
    CHECK(contains(fixture.read_until("[counted]"), "200 OK"));
    CHECK(bytes == 9'000'000);
    CHECK(largest <= 256'000);
    fixture.send(post("short"));
    CHECK(contains(fixture.read_until("[counted]"), "200 OK"));
    CHECK(bytes == 9'000'005);
    fixture.client.close();
    fixture.wait_over();
}

TEST_CASE("a handler that answers before the end of a body ends the connection") {
    ConnectionFixture fixture;
    fixture.handler.on_admit = [](Exchange& exchange) {
        exchange.reads_body = true;
        return std::optional<Response>();
    };
    fixture.handler.on_handle = [](Exchange& exchange) { return exchange.respond(Response(413)); };
    fixture.send(post("hello") + k_get);
    const std::string answers = fixture.read_all();
    CHECK(contains(answers, "413"));
    CHECK(contains(answers, "Connection: close"));
    CHECK(answers.find("HTTP/1.1") == answers.rfind("HTTP/1.1"));
}

TEST_CASE("a body that ends early is a bad request") {
    ConnectionFixture fixture;
    fixture.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab");
    fixture.client.shutdown(boost::asio::ip::tcp::socket::shutdown_send);
    CHECK(contains(fixture.read_all(), "400"));
    fixture.wait_over();
    CHECK_FALSE(fixture.has_failed);
}

TEST_CASE("draining lets an answer out and then closes; an idle connection closes at once") {
    ConnectionFixture idle;
    idle.handler.on_admit = echo_path;
    idle.send(k_get);
    idle.read_until("[/a]");
    idle.connection->drain();
    CHECK(idle.read_all().empty());

    ConnectionFixture busy;
    busy.handler.on_admit = [&busy](Exchange& exchange) {
        busy.connection->drain();
        return echo_path(exchange);
    };
    busy.send(k_get + k_get);
    const std::string answers = busy.read_all();
    CHECK(contains(answers, "Connection: close"));
    CHECK(answers.find("[/a]") == answers.rfind("[/a]"));
}

TEST_CASE("one connection too many is told so") {
    ConnectionFixture fixture;
    fixture.connection->turn_away(503, "Too many connections; come back later.");
    const std::string answer = fixture.read_all();
    CHECK(answer.starts_with("HTTP/1.1 503"));
    CHECK(contains(answer, "Retry-After:"));
}
