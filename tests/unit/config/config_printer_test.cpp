#include "config/config_printer.hpp"
#include "config/config_loader.hpp"
#include "config/setting.hpp"
#include "platform/sha256.hpp"
#include "support/result_printer.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace evald;

namespace {

std::string text_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

}  // namespace

// After a change of the table: evald config --reference > config/evald.json
TEST_CASE("config/evald.json is the reference that the table of settings gives") {
    CHECK(text_of(EVAL_SOURCE_DIR "/config/evald.json") == config_reference());
}

TEST_CASE("the reference documents every key above its line and loads as the defaults") {
    const auto reference = config_reference();
    for (const Setting& setting : settings()) {
        CAPTURE(setting.key);
        const auto first_words = setting.doc.substr(0, setting.doc.find_first_of(",.;"));
        CHECK(reference.find("// " + std::string{first_words}) != std::string::npos);
    }
    const test::TempDir folder;
    ConfigSources sources;
    sources.file = folder.write("evald.json", reference);
    const auto config = load_config(sources);
    REQUIRE(config);
    CHECK(print_config(*config) == print_config(Config{}));
}

TEST_CASE("what is printed loads as the same configuration") {
    ConfigSources sources;
    sources.overrides.emplace_back("server.port", "9000");
    sources.overrides.emplace_back("limits.cell_timeout", "1500ms");
    sources.overrides.emplace_back("cors.origins", "https://a.example");
    const auto config = load_config(sources);
    REQUIRE(config);
    const auto printed = print_config(*config);
    const test::TempDir folder;
    ConfigSources again;
    again.file = folder.write("evald.json", printed);
    const auto reloaded = load_config(again);
    REQUIRE(reloaded);
    CHECK(print_config(*reloaded) == printed);
    CHECK(nlohmann::json::parse(printed)["server"]["port"] == 9000);
}

TEST_CASE("neither a token nor its hash is printed") {
    ConfigSources sources;
    sources.environment["EVALD_TOKEN"] = "open-sesame";
    const auto printed = print_config(*load_config(sources));
    CHECK(printed.find("open-sesame") == std::string::npos);
    CHECK(printed.find(sha256_hex("open-sesame")) == std::string::npos);
    CHECK(printed.find("\"default\"") != std::string::npos);
}
