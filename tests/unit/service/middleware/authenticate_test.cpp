#include "middleware/authenticate.hpp"

#include "middleware/base64url.hpp"
#include "platform/sha256.hpp"
#include "unit/service/http/parsed_request.hpp"

#include <doctest/doctest.h>
#include <string>

using namespace evald;
using namespace evald::service;
using namespace evald::service::test;

namespace {

const std::string k_token = "tok-en_1.~+/=";
const auto k_peer = boost::asio::ip::make_address("192.0.2.1");
const auto k_now = std::chrono::steady_clock::time_point() + std::chrono::hours(1);

TokenTable table() {
    TokenConfig agent;
    agent.name = "agent";
    agent.sha256 = sha256_hex(k_token);
    agent.scopes = {"eval"};
    TokenConfig person;
    person.name = "person";
    person.sha256 = sha256_hex("second");
    person.scopes = {"watch", "metrics"};
    person.principal = "agent";
    return TokenTable({agent, person});
}

LoginTable logins() { return LoginTable(std::chrono::hours(1)); }

AuthOutcome outcome_of(const std::string& lines) {
    Authenticator authenticator(true, table(), 30, logins());
    return authenticator.check(*get_request("/sessions", lines), k_peer, k_now).outcome;
}

std::string upgrade_with(const std::string& protocols) {
    return "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: " + protocols + "\r\n";
}

}  // namespace

TEST_CASE("a bearer token is taken alone and whole") {
    CHECK(outcome_of("") == AuthOutcome::missing);
    CHECK(outcome_of("Authorization: Bearer " + k_token + "\r\n") == AuthOutcome::accepted);
    CHECK(outcome_of("authorization: bEARER  " + k_token + " \r\n") == AuthOutcome::accepted);
    for (const std::string& value :
         {std::string("Bearer wrong"), std::string("Bearer "), std::string("Bearer"), "Bearer " + k_token + "x",
          "Bearer x" + k_token, k_token, "Basic " + k_token, "Bearer " + k_token + " " + k_token,
          "Bearer \"" + k_token + "\"", "Bearer\t" + k_token, "Bearer " + k_token + ",", std::string()}) {
        CAPTURE(value);
        CHECK(outcome_of("Authorization: " + value + "\r\n") == AuthOutcome::refused);
    }
}

TEST_CASE("two credentials are none") {
    const std::string good = "Authorization: Bearer " + k_token + "\r\n";
    CHECK(outcome_of(good + good) == AuthOutcome::refused);
    CHECK(outcome_of(good + "Authorization: Bearer wrong\r\n") == AuthOutcome::refused);
    CHECK(outcome_of(good + upgrade_with("bearer." + base64url_encoded(k_token))) == AuthOutcome::refused);
}

TEST_CASE("a browser's WebSocket brings its token as a subprotocol") {
    CHECK(outcome_of(upgrade_with("evald.v1, bearer." + base64url_encoded(k_token))) == AuthOutcome::accepted);
    CHECK(outcome_of(upgrade_with("evald.v1, bearer.d3Jvbmc")) == AuthOutcome::refused);
    CHECK(outcome_of(upgrade_with("evald.v1, bearer." + k_token + "!")) == AuthOutcome::refused);
    CHECK(outcome_of(upgrade_with("evald.v1, bearer.")) == AuthOutcome::refused);
    CHECK(outcome_of(upgrade_with("evald.v1")) == AuthOutcome::missing);
    // Only an upgrade may.
    CHECK(outcome_of("Sec-WebSocket-Protocol: bearer." + base64url_encoded(k_token) + "\r\n") == AuthOutcome::missing);
}

TEST_CASE("a token says whose it is and what it may do") {
    Authenticator authenticator(true, table(), 30, logins());
    const auto first = authenticator.check(*get_request("/", "Authorization: Bearer " + k_token + "\r\n"), k_peer, k_now);
    CHECK(first.caller.principal == "agent");
    CHECK(first.caller.has(Scope::eval));
    CHECK(first.caller.has(Scope::watch));
    CHECK_FALSE(first.caller.has(Scope::metrics));
    const auto second = authenticator.check(*get_request("/", "Authorization: Bearer second\r\n"), k_peer, k_now);
    CHECK(second.caller.principal == "agent");
    CHECK_FALSE(second.caller.has(Scope::eval));
    CHECK(second.caller.has(Scope::watch));
    CHECK(second.caller.has(Scope::metrics));
}

TEST_CASE("failures are counted by address, and a good token is always let in") {
    Authenticator authenticator(true, table(), 3, logins());
    const auto bad = get_request("/", "Authorization: Bearer wrong\r\n");
    for (int i = 0; i < 3; ++i) CHECK(authenticator.check(*bad, k_peer, k_now).outcome == AuthOutcome::refused);
    CHECK(authenticator.check(*bad, k_peer, k_now).outcome == AuthOutcome::throttled);
    const auto good = get_request("/", "Authorization: Bearer second\r\n");
    CHECK(authenticator.check(*good, k_peer, k_now).outcome == AuthOutcome::accepted);
    const auto other = boost::asio::ip::make_address("192.0.2.2");
    CHECK(authenticator.check(*bad, other, k_now).outcome == AuthOutcome::refused);
    CHECK(authenticator.check(*bad, k_peer, k_now + std::chrono::seconds(61)).outcome == AuthOutcome::refused);
    CHECK(authenticator.failures() == 6);
    CHECK(authenticator.throttled() == 1);
}

TEST_CASE("addresses of one IPv6 network count together") {
    FailureLimiter limiter(1);
    CHECK_FALSE(limiter.note_failure(boost::asio::ip::make_address("2001:db8::1"), k_now));
    CHECK(limiter.note_failure(boost::asio::ip::make_address("2001:db8::ffff:2"), k_now));
    CHECK_FALSE(limiter.note_failure(boost::asio::ip::make_address("2001:db8:0:1::1"), k_now));
    CHECK_FALSE(limiter.note_failure(boost::asio::ip::make_address("192.0.2.9"), k_now));
    CHECK(limiter.note_failure(boost::asio::ip::make_address("::ffff:192.0.2.9"), k_now));
}

TEST_CASE("with authentication off everybody is local") {
    Authenticator authenticator(false, TokenTable({}), 30, logins());
    const auto who = authenticator.check(*get_request("/", "Authorization: Bearer wrong\r\n"), k_peer, k_now);
    CHECK(who.outcome == AuthOutcome::accepted);
    CHECK(who.caller.principal == "local");
    CHECK(who.caller.has(Scope::admin));
}

TEST_CASE("the page's cookie stands for the token that it was given for") {
    Authenticator authenticator(true, table(), 30, logins());
    const auto opened = authenticator.logins().open(authenticator.check_token(k_token, k_peer, k_now).caller, k_now);
    const std::string cookie = "Cookie: a=b; evald_session=" + opened.cookie + "\r\n";
    const auto who = authenticator.check(*get_request("/", cookie), k_peer, k_now);
    CHECK(who.outcome == AuthOutcome::accepted);
    CHECK(who.caller.principal == "agent");
    CHECK(who.csrf_token == opened.csrf_token);
    // A token goes before it, a good one as well as a bad one.
    const auto other = authenticator.check(*get_request("/", cookie + "Authorization: Bearer second\r\n"), k_peer, k_now);
    CHECK(other.caller.has(Scope::metrics));
    CHECK(other.csrf_token.empty());
    const auto bad = authenticator.check(*get_request("/", cookie + "Authorization: Bearer wrong\r\n"), k_peer, k_now);
    CHECK(bad.outcome == AuthOutcome::refused);
}

TEST_CASE("a cookie that has ended is none, and no failure") {
    Authenticator authenticator(true, table(), 1, logins());
    for (int i = 0; i < 3; ++i)
        CHECK(authenticator.check(*get_request("/", "Cookie: evald_session=old\r\n"), k_peer, k_now).outcome ==
              AuthOutcome::missing);
    CHECK(authenticator.failures() == 0);
}

TEST_CASE("base64url goes both ways") {
    for (const std::string& text :
         {std::string(), std::string("a"), std::string("ab"), std::string("abc"), std::string("\xff\xfe\0\x01", 4)})
        CHECK(base64url_decoded(base64url_encoded(text)) == text);
    CHECK_FALSE(base64url_decoded("a"));
    CHECK_FALSE(base64url_decoded("ab=="));
    CHECK_FALSE(base64url_decoded("a+b/"));
    CHECK(random_token().size() == 43);
    CHECK(random_token() != random_token());
}
