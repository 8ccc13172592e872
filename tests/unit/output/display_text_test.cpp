#include "output/display_text.hpp"

#include <doctest/doctest.h>
#include <initializer_list>
#include <string>
#include <utility>

using namespace evald;

namespace {

/// Values are strings but for JSON types.
MimeBundle bundle(std::initializer_list<std::pair<std::string, std::string>> values) {
    MimeBundle made;
    for (const auto& [mime_type, value] : values) {
        const bool is_json = mime_type.ends_with("json");
        made.entries.push_back({mime_type, is_json ? value : "\"" + value + "\"", is_json ? "" : value, !is_json});
    }
    return made;
}

}  // namespace

TEST_SUITE("display text") {
    TEST_CASE("Markdown goes before plain text, plain text before HTML") {
        CHECK(display_text(bundle({{"text/html", "<b>h</b>"}, {"text/plain", "p"}, {"text/markdown", "*m*"}})) ==
              "*m*");
        CHECK(display_text(bundle({{"text/html", "<b>h</b>"}, {"text/plain", "p"}})) == "p");
        CHECK(display_text(bundle({{"text/html", "<b>h</b>"}})) == "**h**");
        CHECK(display_text(bundle({{"text/html", "<b>h</b>"}, {"text/plain", ""}})) == "**h**");
    }

    TEST_CASE("JSON shows its plain text, or itself") {
        CHECK(display_text(bundle({{"application/json", "{\"a\":1}"}, {"text/plain", "{'a': 1}"}})) == "{'a': 1}");
        CHECK(display_text(bundle({{"application/json", "{\"a\":1}"}})) == "{\"a\":1}");
    }

    TEST_CASE("an image contributes nothing, an SVG does") {
        CHECK(display_text(bundle({{"image/png", "iVBO"}, {"text/plain", "<Figure size 640x480 with 1 Axes>"}})) == "");
        CHECK(display_text(bundle({{"text/markdown", "m"}, {"image/jpeg", "x"}})) == "");
        CHECK(display_text(bundle({{"image/svg+xml", "<svg/>"}, {"text/plain", "<SVG>"}})) == "<SVG>");
        CHECK(display_text(bundle({{"image/svg+xml", "<svg/>"}})) == "(image/svg+xml, 6 bytes)");
        CHECK(display_text(bundle({{"image/tiff", "II*"}})) == "(image/tiff, 3 bytes)");
    }

    TEST_CASE("LaTeX shows when there is nothing plainer") {
        CHECK(display_text(bundle({{"text/latex", "$x^2$"}})) == "$x^2$");
        CHECK(display_text(bundle({{"text/latex", "$x^2$"}, {"text/plain", "x**2"}})) == "x**2");
    }

    TEST_CASE("other types are named, but for status events; what is empty stays so") {
        CHECK(display_text(bundle({{"application/vnd.plotly.v1+json", "{}"}})) ==
              "(application/vnd.plotly.v1+json, 2 bytes)");
        CHECK(display_text(bundle({{"application/x-omp-status", "read"}})) == "");
        CHECK(display_text(bundle({{"text/plain", ""}, {"application/x-thing", "x"}})) == "");
        CHECK(display_text({}) == "");
    }

    TEST_CASE("a text that is no string shows as JSON") {
        MimeBundle odd;
        odd.entries.push_back({"text/plain", "[\"a\",\"b\"]", "", false});
        CHECK(display_text(odd) == "[\"a\",\"b\"]");
    }

    TEST_CASE("hasMarkdown is true when what shows is Markdown") {
        CHECK(has_markdown(bundle({{"text/plain", "p"}, {"text/markdown", "m"}})));
        CHECK(has_markdown(bundle({{"text/html", "h"}})));
        CHECK_FALSE(has_markdown(bundle({{"text/plain", "p"}, {"text/html", "h"}})));
        CHECK_FALSE(has_markdown(bundle({{"image/png", "x"}, {"text/markdown", "m"}})));
        CHECK_FALSE(has_markdown({}));
    }
}
