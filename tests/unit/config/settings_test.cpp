#include "config/setting.hpp"
#include "config/setting_value.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>

using namespace evald;

TEST_CASE("each key, and the variable made of it, stands for one place of the configuration") {
    Config config;
    std::set<std::string> names{"EVALD_PY", "EVALD_JS", "EVALD_TOKEN", "EVALD_TOKEN_FILE"};
    std::set<const void*> places;
    for (const Setting& setting : settings()) {
        CAPTURE(setting.key);
        CHECK(find_setting(setting.key) == &setting);
        CHECK(names.insert(environment_name(setting.key)).second);
        const auto address = [](auto* place) -> const void* { return place; };
        CHECK(places.insert(std::visit(address, setting.slot(config))).second);
    }
    CHECK(find_setting("server") == nullptr);
}

TEST_CASE("each default is a value that the setting itself would take") {
    const Config defaults;
    for (const Setting& setting : settings()) {
        CAPTURE(setting.key);
        Config config;
        if (setting.key != "auth.tokens") {
            const nlohmann::json value = value_to_json(setting, defaults);
            CHECK(assign_json(setting, config, value).empty());
        }
        CHECK(value_to_json(setting, config) == value_to_json(setting, defaults));
    }
}

TEST_CASE("each setting says what it means and what it may be") {
    for (const Setting& setting : settings()) {
        CAPTURE(setting.key);
        CHECK(setting.doc.ends_with('.'));
        CHECK_FALSE(describe_allowed(setting).empty());
    }
}

TEST_CASE("numbers outside their range and values of another type are refused and change nothing") {
    const Setting& port = *find_setting("server.port");
    Config config;
    for (const auto* text : {"65536", "-1", "80.5", "\"80\"", "true", "null", "[]", "{}", "18446744073709551615"}) {
        CAPTURE(text);
        const auto faults = assign_json(port, config, nlohmann::json::parse(text));
        REQUIRE(faults.size() == 1);
        CHECK(faults[0] == "must be an integer from 0 to 65535, not " + std::string{text});
        CHECK(config.server.port == 8080);
    }
}

TEST_CASE("durations are strings with a unit or numbers of seconds") {
    using namespace std::chrono_literals;
    const Setting& grace = *find_setting("kernel.interrupt_grace");
    Config config;
    CHECK(assign_json(grace, config, "1500ms").empty());
    CHECK(config.kernel.interrupt_grace == 1500ms);
    CHECK(assign_json(grace, config, 2).empty());
    CHECK(config.kernel.interrupt_grace == 2s);
    CHECK(assign_json(grace, config, 0.5).empty());
    CHECK(config.kernel.interrupt_grace == 500ms);
    CHECK(assign_text(grace, config, "3").empty());
    CHECK(config.kernel.interrupt_grace == 3s);
    CHECK(assign_json(grace, config, -1) == std::vector<std::string>{"must be a duration from 0s to 24h, not -1"});
}

TEST_CASE("sizes are strings with a unit or numbers of bytes") {
    const Setting& body = *find_setting("limits.body");
    Config config;
    CHECK(assign_json(body, config, "2MiB").empty());
    CHECK(config.limits.body == 2U << 20U);
    CHECK(assign_json(body, config, 65'536).empty());
    CHECK(config.limits.body == 65'536U);
    CHECK_FALSE(assign_json(body, config, 1.5).empty());
    CHECK_FALSE(assign_json(body, config, "8MB").empty());
    CHECK_FALSE(assign_json(body, config, "2TiB").empty());
}

TEST_CASE("a text for a boolean is true, false and their usual short forms") {
    const Setting& enabled = *find_setting("kernels.python.enabled");
    Config config;
    for (const auto* text : {"0", "false", "no", "off"}) {
        CHECK(assign_text(enabled, config, text).empty());
        CHECK_FALSE(config.python.enabled);
    }
    for (const auto* text : {"1", "true", "yes", "on"}) {
        CHECK(assign_text(enabled, config, text).empty());
        CHECK(config.python.enabled);
    }
    CHECK(assign_text(enabled, config, "maybe") == std::vector<std::string>{"must be true or false, not \"maybe\""});
    CHECK_FALSE(assign_json(enabled, config, 1).empty());
}

TEST_CASE("a text for a list is split at commas") {
    const Setting& names = *find_setting("server.names");
    Config config;
    CHECK(assign_text(names, config, "a.example, b.example,").empty());
    CHECK(config.server.names == std::vector<std::string>{"a.example", "b.example"});
}

TEST_CASE("each bad element of a list is named") {
    const Setting& allow = *find_setting("metrics.allow");
    Config config;
    const auto faults = assign_json(allow, config, nlohmann::json::parse(R"(["10.0.0.0/8", "x", 3])"));
    REQUIRE(faults.size() == 2);
    CHECK(faults[0].starts_with("[1]: must be an address or a network"));
    CHECK(faults[1] == "[2]: must be a string, not 3");
    CHECK(config.metrics_allow.size() == 2);
}

TEST_CASE("a choice outside the list is answered with the list") {
    const Setting& mode = *find_setting("kernel_mode");
    Config config;
    CHECK(assign_json(mode, config, "per-call").empty());
    CHECK(config.kernel.mode == "per-call");
    CHECK(assign_json(mode, config, "shared") ==
          std::vector<std::string>{"must be one of \"session\", \"per-call\", not \"shared\""});
}
