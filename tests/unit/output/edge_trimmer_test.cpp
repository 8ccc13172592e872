#include "output/edge_trimmer.hpp"
#include "unit/output/random_pieces.hpp"

#include <doctest/doctest.h>
#include <random>
#include <string>
#include <string_view>

using namespace evald;
using evald::test::random_pieces;
using evald::test::random_text;

namespace {

std::string trim(std::string_view text, std::mt19937& random, std::size_t longest_piece) {
    std::string trimmed;
    EdgeTrimmer trimmer([&trimmed](std::string_view piece) { trimmed += piece; });
    for (const std::string_view piece : random_pieces(random, text, longest_piece)) trimmer.append(piece);
    trimmer.end();
    return trimmed;
}

std::string trim(std::string_view text) {
    std::mt19937 random(1);
    return trim(text, random, text.size() + 1);
}

/// The whole text at hand: the lines before the first with a visible character, and white space at the end, go.
std::string reference(const std::string& text) {
    const std::size_t visible = text.find_first_not_of(" \t\n");
    if (visible == std::string::npos) return {};
    const std::size_t newline = text.rfind('\n', visible);
    const std::size_t start = newline == std::string::npos ? 0 : newline + 1;
    return text.substr(start, text.find_last_not_of(" \t\n") + 1 - start);
}

}  // namespace

TEST_SUITE("edge trimmer") {
    TEST_CASE("blank lines at the start and white space at the end go, indentation and blank lines inside stay") {
        CHECK(trim("a") == "a");
        CHECK(trim("\n \t\n  a\n\n  b \n\t\n") == "  a\n\n  b");
        CHECK(trim("   ") == "");
        CHECK(trim("\n\n") == "");
        CHECK(trim("  a") == "  a");
    }

    TEST_CASE("random texts in random pieces are trimmed as the whole would be") {
        std::mt19937 random(2);
        for (int round = 0; round < 20'000; ++round) {
            const std::string text = random_text(random, {" ", "\n", "\n", "\t", "a", "bc"}, random() % 12);
            REQUIRE(trim(text, random, 3) == reference(text));
        }
    }

    TEST_CASE("the next text starts anew") {
        std::string trimmed;
        EdgeTrimmer trimmer([&trimmed](std::string_view piece) { trimmed += piece; });
        trimmer.append("a\n");
        trimmer.end();
        trimmer.append("\n\nb");
        CHECK(trimmed == "ab");
    }

    TEST_CASE("more white space than is held back is passed on in blocks, however it comes") {
        const std::string block(EdgeTrimmer::k_max_held, ' ');
        std::mt19937 random(3);
        for (const std::size_t longest : {1'000U, 70'000U, 1'000'000U}) {
            CHECK(trim("a" + block + "\n", random, longest) == "a" + block);
            CHECK(trim("a" + block, random, longest) == "a");
            CHECK(trim("a" + block + block + block + " b ", random, longest) == "a" + block + block + block + " b");
            CHECK(trim(block + "\na", random, longest) == "a");
            CHECK(trim(block + " \na", random, longest) == block + " \na");
            CHECK(trim(block + block + "a", random, longest) == block + block + "a");
            CHECK(trim(std::string(1'000'000, '\n'), random, longest) == "");
        }
    }
}
