#include "config/config_file.hpp"
#include "support/result_printer.hpp"
#include "support/temp_dir.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace evald;

TEST_CASE("comments are skipped") {
    std::vector<std::string> faults;
    const auto value = parse_config_text("// a\n{ /* b */ \"c\": 1 // d\n}", faults);
    REQUIRE(value);
    CHECK((*value)["c"] == 1);
    CHECK(faults.empty());
}

TEST_CASE("text that is no JSON is an error with its line") {
    std::vector<std::string> faults;
    const auto value = parse_config_text("{\n  \"a\": ,\n}", faults);
    REQUIRE_FALSE(value);
    CHECK(value.error().message.starts_with("parse error at line 2"));
    CHECK_FALSE(parse_config_text("", faults));
    CHECK_FALSE(parse_config_text("{\"a\": 1e999}", faults));
    CHECK(parse_config_text("[1]", faults).error().message == "must be a JSON object");
}

TEST_CASE("a name that stands twice in an object is noted, the same name in another is not") {
    std::vector<std::string> faults;
    REQUIRE(parse_config_text(R"({"a": {"x": 1, "y": {"x": 1}, "x": 2}, "b": [{"x": 1}, {"x": 1}], "a": 3})", faults));
    CHECK(faults == std::vector<std::string>{"a.x: stands there twice", "a: stands there twice"});
}

TEST_CASE("a file that cannot be read or is too large is an error") {
    const test::TempDir folder;
    CHECK(read_config_file(folder / "none").error().message == "cannot be read: No such file or directory");
    CHECK_FALSE(read_config_file(folder.path().string()));
    CHECK(*read_config_file(folder.write("small", "{}")) == "{}");
    CHECK(read_config_file(folder.write("large", std::string((1U << 20U) + 1, ' '))).error().message ==
          "is larger than 1 MiB");
}
