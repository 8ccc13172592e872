#include "config/config_loader.hpp"
#include "config/config_printer.hpp"
#include "support/result_printer.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace evald;
using namespace std::chrono_literals;

namespace {

Result<Config> load(const std::string& text, std::map<std::string, std::string> environment = {}) {
    const test::TempDir folder;
    ConfigSources sources;
    sources.file = folder.write("evald.json", text);
    sources.environment = std::move(environment);
    return load_config(sources);
}

std::string fault(const std::string& text) {
    const auto loaded = load(text);
    return loaded ? "" : loaded.error().message;
}

}  // namespace

TEST_CASE("members of tools that are no settings are tools") {
    const auto config =
        load(R"({"tools": {"max_open": 5, "search": {"url": "https://t.example/search?v=1", "method": "PUT",
        "headers": {"Authorization": "Bearer ${T_SEARCH}", "X-From": "evald"}, "timeout": "5s", "description": "Finds.",
        "parameters": {"type": "object"}, "pausesTimeout": true}, "clock": {"url": "http://127.0.0.1:9"}}})",
             {{"T_SEARCH", "s3cret"}});
    REQUIRE(config);
    CHECK(config->tools.max_open == 5);
    REQUIRE(config->tools.configured.size() == 2);
    const ToolConfig& search = config->tools.configured[1];
    CHECK(search.name == "search");
    CHECK(search.method == "PUT");
    CHECK(search.headers[0].value == "Bearer s3cret");
    CHECK(search.headers[1].value == "evald");
    CHECK(search.timeout == 5s);
    CHECK(search.parameters_json == R"({"type":"object"})");
    CHECK(search.pauses_timeout);

    const std::string printed = print_config(*config);
    CHECK(printed.find("s3cret") == std::string::npos);
    const auto tools = nlohmann::json::parse(printed)["tools"];
    CHECK(tools["search"]["headers"]["Authorization"] == "Bearer ${T_SEARCH}");
    CHECK(load(printed, {{"T_SEARCH", "x"}}));
}

TEST_CASE("each fault of a tool is named with its place") {
    CHECK(fault(R"({"tools": {"t": {}}})").ends_with("tools.t.url: is missing"));
    CHECK(fault(R"({"tools": {"t": {"url": "ftp://x"}}})").find("tools.t.url: must be a URL") != std::string::npos);
    CHECK(fault(R"({"tools": {"t": {"url": "http://u@x"}}})").find("tools.t.url: must be a URL") != std::string::npos);
    CHECK(fault(R"({"tools": {"t": {"url": "http://x", "methud": "POST"}}})").find("did you mean method?") !=
          std::string::npos);
    CHECK(fault(R"({"tools": {"t": {"url": "http://x", "method": "GET"}}})").find("tools.t.method: ") !=
          std::string::npos);
    CHECK(fault(R"({"tools": {"t": {"url": "http://x", "headers": {"Host": "y"}}}})").find("tools.t.headers.Host: ") !=
          std::string::npos);
    CHECK(fault(R"({"tools": {"t": {"url": "http://x", "headers": {"A": "a\r\nb"}}}})").find("tools.t.headers.A: ") !=
          std::string::npos);
    CHECK(fault(R"({"tools": {"t": {"url": "http://x", "headers": {"A": "${T_UNSET}"}}}})")
              .ends_with("tools.t.headers.A: the variable T_UNSET is not set"));
    CHECK(fault(R"({"tools": {"t": {"url": "http://x", "timeout": 0}}})").find("tools.t.timeout: ") !=
          std::string::npos);
    CHECK(fault(R"({"tools": {"a b": {"url": "http://x"}}})").find("a tool's name is") != std::string::npos);
    CHECK(fault(R"({"tools": {"max_opne": 3}})").find("did you mean") != std::string::npos);
}

TEST_CASE("the completion API's key comes from the variable that is named, and is not printed") {
    const auto config = load(
        R"({"completion": {"url": "https://api.example/v1", "key_variable": "T_KEY", "models": {"default": "m"}}})",
        {{"T_KEY", "s3cret"}});
    REQUIRE(config);
    CHECK(config->completion.key == "s3cret");
    CHECK(print_config(*config).find("s3cret") == std::string::npos);
    CHECK(fault(R"({"completion": {"url": "https://api.example/v1"}})").find("completion.models.default") !=
          std::string::npos);
}
