#include "http/router.hpp"

#include "api/endpoints.hpp"

#include <doctest/doctest.h>

using namespace evald::service;

namespace {

RouteMatch match(Method method, std::string_view path) { return match_route(endpoints(), method, path); }

std::string_view pattern_of(Method method, std::string_view path) {
    const RouteMatch found = match(method, path);
    return found.endpoint == nullptr ? std::string_view() : found.endpoint->pattern;
}

}  // namespace

TEST_CASE("paths lead to their rows, with their parameters decoded") {
    CHECK(pattern_of(Method::post, "/eval") == "/eval");
    CHECK(pattern_of(Method::post, "/%65val") == "/eval");
    CHECK(pattern_of(Method::get, "/eval/stream") == "/eval/stream");
    const RouteMatch run = match(Method::post, "/runs/a%2Fb/cancel");
    REQUIRE(run.endpoint != nullptr);
    CHECK(run.endpoint->pattern == "/runs/{run}/cancel");
    CHECK(run.parameters == std::vector<std::string>{"a/b"});
}

TEST_CASE("other paths lead nowhere") {
    for (const auto* path :
         {"", "*", "//", "/eval/", "/runs", "/runs/", "/runs/a/b", "/runs//cancel", "/artifact/",
          "/artifact/../etc/passwd", "/artifact//etc", "/artifact/%", "/healthz/", "/EVAL", "/tools", "/assets", "/assets/"}) {
        CAPTURE(path);
        CHECK(match(Method::get, path).endpoint == nullptr);
        CHECK(match(Method::get, path).allowed.empty());
    }
}

TEST_CASE("a known path tells its methods") {
    CHECK(match(Method::get, "/eval").allowed == "POST");
    CHECK(match(Method::other, "/eval").allowed == "POST");
    CHECK(match(Method::post, "/sessions/a").allowed == "GET, HEAD, DELETE");
    CHECK(match(Method::del, "/artifact/a").allowed == "GET, HEAD");
    CHECK(match(Method::put, "/sessions").allowed == "GET, HEAD");
}

TEST_CASE("the rest of a path is one parameter, with its slashes, decoded, and may be empty") {
    const RouteMatch deep = match(Method::get, "/sessions/s/files/a/b%20c/%E6%97%A5");
    REQUIRE(deep.endpoint != nullptr);
    CHECK(deep.endpoint->pattern == "/sessions/{id}/files/{+path}");
    CHECK(deep.parameters == std::vector<std::string>{"s", "a/b c/日"});
    CHECK(match(Method::get, "/sessions/s/files/").parameters == std::vector<std::string>{"s", ""});
    CHECK(pattern_of(Method::get, "/sessions/s/files") == "/sessions/{id}/files");
    CHECK(match(Method::get, "/sessions/s/files/%").endpoint == nullptr);
    CHECK(match(Method::post, "/sessions/s/files/a").allowed == "GET, HEAD, PUT, DELETE");
}

TEST_CASE("HEAD goes where GET goes, but not to streams") {
    CHECK(pattern_of(Method::head, "/healthz") == "/healthz");
    CHECK(pattern_of(Method::head, "/artifact/a") == "/artifact/{id}");
    CHECK(match(Method::head, "/sessions/a/events").endpoint == nullptr);
    CHECK(match(Method::head, "/eval/stream").endpoint == nullptr);
}

TEST_CASE("only what is meant to be is open to all") {
    for (const Endpoint& endpoint : endpoints()) {
        const bool is_probe = endpoint.pattern == "/healthz" || endpoint.pattern == "/readyz" ||
                              endpoint.pattern == "/version" || endpoint.pattern == "/openapi.yaml";
        // The page comes before its sign-in; a log-out looks at the cookie itself.
        const bool is_page = endpoint.pattern == "/" || endpoint.pattern == "/assets/{name}" ||
                             (endpoint.pattern == "/login" && endpoint.method == Method::post) ||
                             endpoint.pattern == "/logout";
        CAPTURE(endpoint.pattern);
        CHECK((endpoint.scope == Scope::open) == (is_probe || is_page));
        CHECK((endpoint.quick == nullptr) != (endpoint.slow == nullptr));
        CHECK(endpoint.checks_host != is_probe);
    }
}
