#include "output/run_text.hpp"
#include "base/utf8.hpp"
#include "platform/sha256.hpp"
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

constexpr OutputStream k_out = OutputStream::out;
constexpr OutputStream k_err = OutputStream::err;

/// A run's text whose full output, if it is spilled, is kept in memory.
struct Fixture {
    explicit Fixture(std::size_t cells, RunTextLimits limits = {})
        : text(
              limits, cells,
              [this] {
                  ++opened;
                  return std::string("/artifact/id");
              },
              [this](std::string_view piece) { spilled += piece; }) {}

    void cell(std::string_view title, std::string_view output, bool ok = true, std::string_view note = {}) {
        text.begin_cell(title);
        text.append(k_out, output);
        text.end_cell(ok, note);
    }

    int opened = 0;
    std::string spilled;
    RunText text;
};

std::string text_of_one(std::string_view output, bool ok = true, std::string_view note = {}) {
    Fixture run(1);
    run.cell("title", output, ok, note);
    return run.text.finish();
}

}  // namespace

TEST_SUITE("run text") {
    TEST_CASE("one cell: its output alone, trimmed") {
        CHECK(text_of_one("\n\n  hello\n\n") == "  hello");
        CHECK(text_of_one("") == "");
        CHECK(text_of_one(" \n") == "");
    }

    TEST_CASE("several cells are headed and parted by a blank line") {
        Fixture run(3);
        run.cell("imports", "py-one 1\n");
        run.cell("", "js-two js-x\n");
        run.cell("", "py-three 2\n");
        CHECK(run.text.finish() == "[1/3] imports\npy-one 1\n\n[2/3]\njs-two js-x\n\n[3/3]\npy-three 2");
        CHECK(run.text.cell_output(0) == "py-one 1");
        CHECK(run.text.cell_output(1) == "js-two js-x");
        CHECK(run.text.cell_output(2) == "py-three 2");
        CHECK(run.text.cell_output(3) == "");
    }

    TEST_CASE("a successful cell without output says ok") {
        Fixture run(3);
        run.cell("setup", "\n");
        run.cell("", "");
        run.cell("last", "x");
        CHECK(run.text.finish() == "[1/3] setup (ok)\n\n[2/3] (ok)\n\n[3/3] last\nx");
        CHECK(run.text.cell_output(0) == "");
    }

    TEST_CASE("a note follows after a blank line") {
        CHECK(text_of_one("Traceback\n", false, "Cell 1 failed (exit code 1).") ==
              "Traceback\n\nCell 1 failed (exit code 1).");
        CHECK(text_of_one("", false, "Cell 1 failed (exit code 3).") == "Cell 1 failed (exit code 3).");
        Fixture run(3);
        run.cell("a", "1");
        run.cell("b", "", false, "Cell 2 failed (exit code 3). Cell 3 was skipped.");
        CHECK(run.text.finish() == "[1/3] a\n1\n\n[2/3] b\n\nCell 2 failed (exit code 3). Cell 3 was skipped.");
        CHECK(run.text.cell_output(1) == "");
    }

    TEST_CASE("a title is one clean line") {
        Fixture run(2);
        run.cell("  a\n\x1b[31mb\x1b[0m\tc\x07\n", "x");
        run.cell(" \n", "y");
        CHECK(run.text.finish() == "[1/2] a b c\nx\n\n[2/2]\ny");
    }

    TEST_CASE("what is shown stands on lines of its own among what is printed") {
        Fixture run(1);
        run.text.begin_cell("");
        run.text.append(k_out, "printed");
        run.text.append_block("shown");
        run.text.append(k_err, "\x1b[31mwarn\x1b[0m\r\n");
        run.text.append_block("two\n");
        run.text.append_block("three");
        run.text.append(k_out, "end");
        run.text.end_cell(true, "");
        CHECK(run.text.finish() == "printed\nshown\nwarn\ntwo\nthree\nend");
    }

    TEST_CASE("binary output leaves what can be read, and no control") {
        std::string bytes;
        for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
        Utf8Decoder decoder;
        std::string output;
        for (const char byte : bytes + "\nafter") decoder.decode({&byte, 1}, output);
        decoder.flush(output);
        const std::string text = text_of_one(output);
        CHECK(text.find("ABCDEFG") != std::string::npos);
        CHECK(text.find("\uFFFD") != std::string::npos);
        CHECK(text.ends_with("\nafter"));
        CHECK(std::none_of(text.begin(), text.end(),
                           [](char c) { return (c >= 0 && c < ' ' && c != '\n' && c != '\t') || c == 0x7F; }));
    }

    TEST_CASE("a cell's unfinished escape sequence or line doesn't reach the next") {
        Fixture run(2);
        run.cell("", "a\x1b]0;unfinished");
        run.cell("", "b\rc");
        CHECK(run.text.finish() == "[1/2]\na\n\n[2/2]\nc");
    }

    TEST_CASE("output before the first cell and between cells is dropped") {
        Fixture run(1);
        run.text.append(k_out, "early");
        run.text.append_block("early");
        run.cell("", "x");
        run.text.append(k_out, "late");
        run.text.end_cell(true, "again");
        CHECK(run.text.finish() == "x");
    }

    TEST_CASE("200,000 lines: head and tail stay, the spill has every byte") {
        Fixture run(1);
        run.text.begin_cell("");
        for (int i = 0; i < 200'000; ++i) run.text.append(k_out, "row " + std::to_string(i) + "\n");
        run.text.end_cell(true, "");
        const std::string text = run.text.finish();
        CHECK(run.opened == 1);
        CHECK(run.spilled.size() == 2'088'889);
        CHECK(sha256_hex(run.spilled) == "281ac5e874db4985f6c8e59e5216f6d9becc45de9eda0659ac892f2a8a1ca0b6");
        CHECK(text.size() <= 51'600);
        CHECK(std::count(text.begin(), text.end(), '\n') + 1 <= 3'002);
        CHECK(text.starts_with("row 0\nrow 1\n"));
        CHECK(text.ends_with("\nrow 199999"));
        CHECK(text.find("\n[… 197,000 lines, 2,059,400 bytes elided; full output: /artifact/id …]\n") !=
              std::string::npos);
        const Truncation truncation = run.text.truncation().value();
        CHECK(truncation.total_bytes == run.spilled.size());
        CHECK(truncation.total_lines == 200'000);
        CHECK(truncation.output_lines == 3'000);
        CHECK_FALSE(truncation.by_bytes);
    }

    TEST_CASE("a text that just fits is neither cut nor spilled") {
        Fixture run(1);
        run.cell("", std::string(51'200, 'x') + "\n\n\n");
        CHECK(run.text.finish() == std::string(51'200, 'x'));
        CHECK(run.opened == 0);
        CHECK_FALSE(run.text.truncation());
    }

    TEST_CASE("headings and notes are part of the full output") {
        Fixture run(2, {10, 10, 100, 100});
        run.cell("first", "0123456789\n");
        run.cell("second", "abcdefghij\n", false, "Cell 2 failed (exit code 1).");
        const std::string text = run.text.finish();
        CHECK(run.spilled == "[1/2] first\n0123456789\n\n[2/2] second\nabcdefghij\n\nCell 2 failed (exit code 1).");
        CHECK(text == "[1/2] firs\n[… 7 lines, 57 bytes elided; full output: /artifact/id …]\nt code 1).");
    }

    TEST_CASE("a full output that could not be kept is not named") {
        Fixture run(1, {5, 5, 10, 10});
        run.cell("", "0123456789abcdef");
        run.text.forget_full_output();
        CHECK(run.text.finish() == "01234\n[… 1 line, 6 bytes elided …]\nbcdef");
    }

    TEST_CASE("without callbacks it is only cut") {
        RunText text({5, 5, 10, 10}, 1, {}, {});
        text.begin_cell("");
        text.append(k_out, "0123456789abcdef");
        text.end_cell(true, "");
        CHECK(text.finish() == "01234\n[… 1 line, 6 bytes elided …]\nbcdef");
    }

    TEST_CASE("once the text is cut, the cells' outputs together are about 8 KiB") {
        for (const std::size_t cells : {1U, 2U, 7U, 100U}) {
            Fixture run(cells);
            for (std::size_t i = 0; i < cells; ++i) run.cell("", std::string(60'000, 'a') + "end" + std::to_string(i));
            CHECK(run.text.finish().size() < 52'000);
            std::size_t all = 0;
            for (std::size_t i = 0; i < cells; ++i) {
                const std::string output = run.text.cell_output(i);
                CHECK(output.starts_with("aaa"));
                CHECK(output.ends_with("end" + std::to_string(i)));
                CHECK(output.find(" bytes elided …]\n") != std::string::npos);
                all += output.size();
            }
            CHECK(all < 8'192 + cells * 40);
        }
    }

    TEST_CASE("short outputs stay whole beside a long one") {
        Fixture run(3);
        run.cell("", "short");
        run.cell("", std::string(60'000, 'x'));
        run.cell("", "short too");
        CHECK(run.text.finish().size() < 52'000);
        CHECK(run.text.cell_output(0) == "short");
        CHECK(run.text.cell_output(2) == "short too");
        CHECK(run.text.cell_output(1).size() > 8'000);
        CHECK(run.text.cell_output(1).size() < 8'300);
    }

    TEST_CASE("it can be moved") {
        std::string spilled;
        RunText first({5, 5, 10, 10}, 1, {}, [&spilled](std::string_view piece) { spilled += piece; });
        first.begin_cell("");
        first.append(k_out, "0123456");
        RunText second = std::move(first);
        second.append(k_out, "789abcdef");
        second.end_cell(true, "");
        CHECK(second.finish().starts_with("01234\n"));
        CHECK(spilled == "0123456789abcdef");
    }

    TEST_CASE("random runs: the spill is what an unlimited text is, wherever the output is cut") {
        std::mt19937 random(200);
        const std::vector<std::string> alphabet{"a",  "word ",    "\n",     "\n\n",   " ",      "\r",
                                                "\b", "\x1b[31m", "\x1b[K", "\u00e9", "\u2615", "line\n"};
        for (int round = 0; round < 5'000; ++round) {
            const std::size_t cells = 1 + random() % 3;
            const RunTextLimits limits{random() % 30, random() % 30, random() % 9, random() % 9};
            Fixture cut(cells, limits);
            Fixture whole(cells);
            for (std::size_t i = 0; i < cells; ++i) {
                const std::string output = random_text(random, alphabet, random() % 20);
                const std::string block = random_text(random, alphabet, random() % 4);
                const bool ok = random() % 4 != 0;
                for (Fixture* run : {&cut, &whole}) {
                    run->text.begin_cell("t");
                    const std::size_t longest = run == &cut ? 4 : 1'000;
                    for (const std::string_view piece : random_pieces(random, output, longest))
                        run->text.append(k_out, piece);
                    run->text.append_block(block);
                    for (const std::string_view piece : random_pieces(random, output, longest))
                        run->text.append(k_err, piece);
                    run->text.end_cell(ok, ok ? "" : "Failed.");
                }
            }
            const std::string text = cut.text.finish();
            const std::string expected = whole.text.finish();
            REQUIRE(is_valid_utf8(text));
            REQUIRE(cut.opened == (cut.text.truncation() ? 1 : 0));
            if (cut.text.truncation()) {
                REQUIRE(cut.spilled == expected);
                REQUIRE(cut.text.truncation()->total_bytes == expected.size());
            } else {
                REQUIRE(text == expected);
                for (std::size_t i = 0; i < cells; ++i) REQUIRE(cut.text.cell_output(i) == whole.text.cell_output(i));
            }
        }
    }

    TEST_CASE("200 MB go through in bounded memory") {
        std::string line;
        while (line.size() < 65'000) line += "some plain text of a usual program's output\n";
        std::size_t spilled = 0;
        RunText text(
            RunTextLimits{}, 1, [] { return std::string("/artifact/id"); },
            [&spilled](std::string_view piece) { spilled += piece.size(); });
        text.begin_cell("");
        std::size_t total = 0;
        for (; total < 200'000'000; total += line.size()) text.append(k_out, line);
        text.end_cell(true, "");
        CHECK(text.finish().size() <= 51'600);
        CHECK(spilled == total - 1);
    }
}
