#include "output/truncation.hpp"
#include "unit/output/random_pieces.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace evald;
using evald::test::random_pieces;
using evald::test::random_text;

namespace {

constexpr RunTextLimits k_small{20, 30, 3, 4};

TextWindow window_of(const RunTextLimits& limits, const std::string& text) {
    TextWindow window(limits);
    window.append(text);
    return window;
}

std::string cut(const RunTextLimits& limits, const std::string& text) {
    return window_of(limits, text).text("/artifact/x");
}

std::string lines(int from, int to) {
    std::string text;
    for (int line = from; line <= to; ++line) text += std::to_string(line) + "\n";
    return text;
}

std::uint64_t count_lines(std::string_view text) {
    const auto newlines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    return newlines + (text.empty() || text.back() == '\n' ? 0 : 1);
}

}  // namespace

TEST_SUITE("truncation") {
    TEST_CASE("what fits in bytes and lines stays whole") {
        const RunTextLimits limits;
        const std::string bytes = std::string(51'199, 'x') + "y";
        CHECK(cut(limits, bytes) == bytes);
        CHECK_FALSE(window_of(limits, bytes).truncation());
        CHECK(window_of(limits, bytes + "z").truncation()->by_bytes);
        std::string three_thousand = lines(1, 3000);
        CHECK(cut(limits, three_thousand) == three_thousand);
        three_thousand.pop_back();
        CHECK(cut(limits, three_thousand) == three_thousand);
        CHECK_FALSE(window_of(limits, three_thousand + "\n3001").truncation()->by_bytes);
    }

    TEST_CASE("too many lines leave the first and the last ones") {
        const auto window = window_of(k_small, lines(1, 8));
        CHECK(window.text("/artifact/x") ==
              "1\n2\n3\n[… 1 line, 2 bytes elided; full output: /artifact/x …]\n5\n6\n7\n8\n");
        const Truncation truncation = *window.truncation();
        CHECK_FALSE(truncation.by_bytes);
        CHECK(truncation.total_lines == 8);
        CHECK(truncation.total_bytes == 16);
        CHECK(truncation.output_lines == 7);
        CHECK(truncation.output_bytes == 14);
        CHECK(truncation.head.lines == 3);
        CHECK(truncation.head.bytes == 6);
        CHECK(truncation.tail.lines == 4);
        CHECK(truncation.tail.bytes == 8);
    }

    TEST_CASE("without a name for the full output the marker has none") {
        CHECK(window_of(k_small, lines(1, 9)).text("") == "1\n2\n3\n[… 2 lines, 4 bytes elided …]\n6\n7\n8\n9\n");
    }

    TEST_CASE("too many bytes leave whole lines at both ends") {
        const std::string text =
            "first line\nsecond\nthird line is longer\nfourth is even longer than that\nlast but one\nlast line";
        CHECK(cut(k_small, text) ==
              "first line\nsecond\n[… 2 lines, 53 bytes elided; full output: /artifact/x …]\nlast but one\nlast line");
    }

    TEST_CASE("a part that is exactly full of whole lines keeps them all") {
        const std::string text =
            "123456789\n123456789\n" + std::string(50, '-') + "\n123456789\n123456789\nabcdefghi\n";
        const auto window = window_of(k_small, text);
        CHECK(window.truncation()->head.bytes == 20);
        CHECK(window.truncation()->tail.bytes == 30);
        CHECK(window.text("").find("123456789\n[… 1 line, 51 bytes elided …]\n123456789\n") == 10);
    }

    TEST_CASE("a very long line is cut inside rather than lost") {
        CHECK(cut(k_small, std::string(100, 'x')) == std::string(20, 'x') +
                                                         "\n[… 1 line, 50 bytes elided; full output: /artifact/x …]\n" +
                                                         std::string(30, 'x'));
        CHECK(cut(k_small, "head\n" + std::string(100, 'x') + "\nend") ==
              "head\n" + std::string(15, 'x') + "\n[… 1 line, 59 bytes elided; full output: /artifact/x …]\n" +
                  std::string(26, 'x') + "\nend");
    }

    TEST_CASE("a cut is never inside a character") {
        std::string text;
        for (int i = 0; i < 40; ++i) text += "\u2615";
        CHECK(cut(k_small, text) ==
              text.substr(0, 18) + "\n[… 1 line, 72 bytes elided; full output: /artifact/x …]\n" + text.substr(0, 30));
        CHECK(is_valid_utf8(cut(k_small, "a" + text + "a")));
    }

    TEST_CASE("numbers in the marker have thousands parted") {
        const std::string text = window_of(RunTextLimits{}, lines(1, 200'000)).text("/artifact/x");
        CHECK(text.find("\n[… 197,000 lines, 1,271,402 bytes elided; full output: /artifact/x …]\n198201\n") !=
              std::string::npos);
    }

    TEST_CASE("limits of nothing leave the marker") {
        CHECK(cut({0, 0, 0, 0}, "abc\n") == "[… 1 line, 4 bytes elided; full output: /artifact/x …]");
        CHECK(cut({0, 0, 0, 0}, "") == "");
        CHECK(cut({10, 0, 10, 0}, "abc\ndefghij\nklm") ==
              "abc\ndefghi\n[… 2 lines, 5 bytes elided; full output: /artifact/x …]");
        CHECK(cut({0, 10, 0, 10}, "abc\ndefghij\nklm") ==
              "[… 2 lines, 5 bytes elided; full output: /artifact/x …]\nefghij\nklm");
    }

    TEST_CASE("an excerpt has both ends of the text") {
        const auto whole = window_of(RunTextLimits{}, "short");
        CHECK(whole.excerpt(5) == "short");
        CHECK(whole.excerpt(4) == "sh\n[… 1 byte elided …]\nrt");
        CHECK(window_of(k_small, lines(10, 99)).excerpt(20) == "10\n11\n12\n[… 252 bytes elided …]\n97\n98\n99\n");
        CHECK(whole.excerpt(0) == "[… 5 bytes elided …]");
    }

    TEST_CASE("random texts, appended in random pieces, keep their promises") {
        std::mt19937 random(50);
        const std::vector<std::string> alphabet{
            "a", "bc", "\n", "\n", "\u00e9", "\u2615", "\U0001F600", "line of text\n", "             "};
        for (int round = 0; round < 20'000; ++round) {
            const std::string text = random_text(random, alphabet, random() % 40);
            const RunTextLimits limits{random() % 40, random() % 40, random() % 8, random() % 8};
            TextWindow window(limits);
            for (const std::string_view piece : random_pieces(random, text, 30)) window.append(piece);

            const bool fits = text.size() <= limits.head_bytes + limits.tail_bytes &&
                              count_lines(text) <= limits.head_lines + limits.tail_lines;
            REQUIRE(window.is_cut() == !fits);
            const std::string shown = window.text("");
            if (fits) {
                REQUIRE(shown == text);
                continue;
            }
            REQUIRE(shown == window_of(limits, text).text(""));
            REQUIRE(is_valid_utf8(shown));
            const Truncation truncation = *window.truncation();
            REQUIRE(truncation.total_bytes == text.size());
            REQUIRE(truncation.total_lines == count_lines(text));
            REQUIRE(truncation.head.bytes <= limits.head_bytes);
            REQUIRE(truncation.head.lines <= limits.head_lines);
            REQUIRE(truncation.tail.bytes <= limits.tail_bytes);
            REQUIRE(truncation.tail.lines <= limits.tail_lines);
            REQUIRE(truncation.output_bytes < text.size());
            const std::string head = text.substr(0, truncation.head.bytes);
            const std::string tail = text.substr(text.size() - truncation.tail.bytes);
            REQUIRE(truncation.head.lines == count_lines(head));
            REQUIRE(truncation.tail.lines == count_lines(tail));
            REQUIRE(shown.substr(0, head.size()) == head);
            REQUIRE(shown.substr(shown.size() - tail.size()) == tail);
            const std::size_t marker = head.size() + (head.empty() || head.back() == '\n' ? 0 : 1);
            REQUIRE(shown.compare(marker, 4, "[…") == 0);
        }
    }
}

TEST_SUITE("tail buffer") {
    TEST_CASE("it has the last bytes, however they came") {
        std::mt19937 random(7);
        const std::string text = random_text(random, {"a", "b", "c", "d"}, 500);
        for (const std::size_t capacity : {1U, 2U, 7U, 100U, 500U, 600U}) {
            TailBuffer buffer(capacity);
            std::string so_far;
            for (const std::string_view piece : random_pieces(random, text, 40)) {
                buffer.append(piece);
                so_far += piece;
                REQUIRE(buffer.view() == so_far.substr(so_far.size() - std::min(so_far.size(), capacity)));
            }
        }
    }
}
