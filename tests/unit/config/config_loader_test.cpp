#include "config/config_loader.hpp"
#include "platform/sha256.hpp"
#include "support/result_printer.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> faults_of(const ConfigSources& sources) {
    const auto config = load_config(sources);
    std::vector<std::string> faults;
    if (config) return faults;
    for (const FieldError& fault : config.error().fields) faults.push_back(fault.pointer + ": " + fault.message);
    return faults;
}

ConfigSources with_variable(const std::string& name, const std::string& value) {
    ConfigSources sources;
    sources.environment.emplace(name, value);
    return sources;
}

}  // namespace

TEST_CASE("with no source at all the defaults stand") {
    const auto config = load_config({});
    REQUIRE(config);
    CHECK(config->server.port == 8080);
    CHECK(config->auth.tokens.empty());
}

TEST_CASE("a variable overrides the file and the command line overrides both") {
    const test::TempDir folder;
    ConfigSources sources;
    sources.file = folder.write("evald.json", R"({"server": {"port": 1, "host": "::1"}, "session": {"ttl": "1h"}})");
    sources.environment["EVALD_SERVER_PORT"] = "2";
    sources.environment["EVALD_SESSION_TTL"] = "2h";
    sources.overrides.emplace_back("server.port", "3");
    const auto config = load_config(sources);
    REQUIRE(config);
    CHECK(config->server.host == "::1");
    CHECK(config->session.ttl == 2h);
    CHECK(config->server.port == 3);
}

TEST_CASE("EVALD_PY and EVALD_JS switch their own language only") {
    CHECK_FALSE(load_config(with_variable("EVALD_PY", "0"))->python.enabled);
    CHECK(load_config(with_variable("EVALD_PY", "0"))->javascript.enabled);
    CHECK_FALSE(load_config(with_variable("EVALD_JS", "false"))->javascript.enabled);
    CHECK(load_config(with_variable("EVALD_JS", "false"))->python.enabled);
}

TEST_CASE("two variables for one key are a fault") {
    auto sources = with_variable("EVALD_PY", "1");
    sources.environment["EVALD_KERNELS_PYTHON_ENABLED"] = "1";
    CHECK(faults_of(sources) == std::vector<std::string>{"EVALD_PY: sets kernels.python.enabled a second time"});
}

TEST_CASE("an unknown variable is a fault, a foreign or an empty one is not") {
    CHECK(faults_of(with_variable("EVALD_SERVER_PROT", "1")) ==
          std::vector<std::string>{"EVALD_SERVER_PROT: unknown variable, did you mean EVALD_SERVER_PORT?"});
    CHECK(faults_of(with_variable("EVALD_TEST_BIN", "x")).empty());
    CHECK(faults_of(with_variable("EVALD_PORT", "tcp://10.0.0.1:8080")).empty());
    CHECK(faults_of(with_variable("EVALD_SERVICE_HOST", "10.0.0.1")).empty());
    CHECK(faults_of(with_variable("EVALD_SERVER_PORT", "")).empty());
    CHECK(faults_of(with_variable("EVALD_TOKEN", "")).empty());
}

TEST_CASE("every fault of every source is told at once, each with its place") {
    const test::TempDir folder;
    ConfigSources sources;
    sources.file = folder.write("e.json", R"({
        "sever": {}, "server": {"hots": "x", "port": 1, "port": "x"}, "log": 3, "metrics": {"allow": ["x"]},
        "limits": {"cell_timeout": "2h"}, "zzzzzz": {"cert": "x"}})");
    sources.environment["EVALD_LIMITS_QUEUE"] = "many";
    sources.overrides.emplace_back("server.portt", "1");
    sources.overrides.emplace_back("server.host", "nowhere");
    const std::string file = *sources.file;
    const std::vector<std::string> expected{
        file + ": server.port: stands there twice",
        file + ": log: must be an object",
        file + ": metrics.allow[0]: must be an address or a network, such as 10.0.0.0/8 or ::1/128, not \"x\"",
        file + ": server.hots: unknown key, did you mean server.host?",
        file + ": server.port: must be an integer from 0 to 65535, not \"x\"",
        file + ": sever: unknown key, did you mean server?",
        file + ": zzzzzz: unknown key",
        "EVALD_LIMITS_QUEUE: must be an integer from 0 to 100000, not \"many\"",
        "command line: server.portt: unknown key, did you mean server.port?",
        "command line: server.host: must be an IPv4 or IPv6 address, or localhost, not \"nowhere\"",
        "limits.cell_timeout: must not be above limits.cell_timeout_max"};
    CHECK(faults_of(sources) == expected);
    const auto message = load_config(sources).error().message;
    for (const auto& fault : expected) CHECK(message.find(fault) != std::string::npos);
}

TEST_CASE("a file that is not there, or is no JSON, is a fault with its path") {
    ConfigSources sources;
    sources.file = "/nonexistent/evald.json";
    CHECK(faults_of(sources) ==
          std::vector<std::string>{"/nonexistent/evald.json: cannot be read: No such file or directory"});
    const test::TempDir folder;
    sources.file = folder.write("e.json", "{\n!");
    REQUIRE(faults_of(sources).size() == 1);
    CHECK(faults_of(sources)[0].starts_with(*sources.file + ": parse error at line 2"));
}

TEST_CASE("a key given twice on the command line is a fault") {
    ConfigSources sources;
    sources.overrides.emplace_back("server.port", "1");
    sources.overrides.emplace_back("server.port", "2");
    CHECK(faults_of(sources) == std::vector<std::string>{"command line: server.port: stands there twice"});
}

TEST_CASE("EVALD_TOKEN adds the default principal with all scopes") {
    const auto config = load_config(with_variable("EVALD_TOKEN", "secret"));
    REQUIRE(config);
    REQUIRE(config->auth.tokens.size() == 1);
    CHECK(config->auth.tokens[0].name == "default");
    CHECK(config->auth.tokens[0].sha256 == sha256_hex("secret"));
}

TEST_CASE("EVALD_TOKEN_FILE holds the token, with or without a line end") {
    const test::TempDir folder;
    const auto config = load_config(with_variable("EVALD_TOKEN_FILE", folder.write("token", "secret\n")));
    REQUIRE(config);
    CHECK(config->auth.tokens[0].sha256 == sha256_hex("secret"));
    CHECK(faults_of(with_variable("EVALD_TOKEN_FILE", folder / "none")).size() == 1);
    CHECK(faults_of(with_variable("EVALD_TOKEN_FILE", folder.write("empty", ""))).size() == 1);
}

TEST_CASE("a bad token is refused without being repeated") {
    const auto faults = faults_of(with_variable("EVALD_TOKEN", "my secret"));
    REQUIRE(faults.size() == 1);
    CHECK(faults[0].starts_with("EVALD_TOKEN: must be a bearer token"));
    CHECK(faults[0].find("secret") == std::string::npos);
}

TEST_CASE("the token of the environment stands beside those of the file, unless a name is taken") {
    const test::TempDir folder;
    const auto entry = [&folder](const std::string& name) {
        return folder.write("e.json", R"({"auth": {"tokens": [{"name": ")" + name + R"(", "sha256": ")" +
                                          sha256_hex("x") + R"(", "scopes": ["eval"]}]}})");
    };
    auto sources = with_variable("EVALD_TOKEN", "secret");
    sources.file = entry("agent");
    CHECK(load_config(sources)->auth.tokens.size() == 2);
    sources.file = entry("default");
    CHECK(faults_of(sources).size() == 1);
    sources.environment["EVALD_TOKEN_FILE"] = "x";
    CHECK(faults_of(sources) ==
          std::vector<std::string>{"EVALD_TOKEN_FILE: is set beside EVALD_TOKEN; give one of them"});
}

TEST_CASE("without tokens only a loopback address is served") {
    ConfigSources sources;
    sources.overrides.emplace_back("auth.enabled", "false");
    CHECK(load_config(sources));
    sources.overrides.emplace_back("server.host", "0.0.0.0");
    CHECK(faults_of(sources) ==
          std::vector<std::string>{"auth.enabled: may be false only while server.host is a loopback address"});
}
