#include "output/terminal_text.hpp"
#include "unit/output/random_pieces.hpp"
#include "unit/output/terminal_reference.hpp"

#include <doctest/doctest.h>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace evald;
using evald::test::random_pieces;
using evald::test::random_text;
using evald::test::TerminalReference;

namespace {

constexpr OutputStream k_out = OutputStream::out;
constexpr OutputStream k_err = OutputStream::err;

std::string clean(const std::vector<std::pair<OutputStream, std::string_view>>& pieces) {
    std::string text;
    TerminalText terminal([&text](std::string_view piece) { text += piece; });
    for (const auto& [stream, piece] : pieces) terminal.append(stream, piece);
    terminal.end();
    return text;
}

/// Of one stream; the same wherever the text is cut in two.
std::string clean(std::string_view text) {
    const std::string cleaned = clean({{k_out, text}});
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (is_utf8_continuation(text[at])) continue;
        REQUIRE(clean({{k_out, text.substr(0, at)}, {k_out, text.substr(at)}}) == cleaned);
    }
    return cleaned;
}

}  // namespace

TEST_SUITE("terminal text") {
    TEST_CASE("plain text passes as it is") {
        CHECK(clean("") == "");
        CHECK(clean("a\tb\n\n  c") == "a\tb\n\n  c");
        CHECK(clean("caf\u00e9 \u2615 10 \u00b0C \U0001F600\n") == "caf\u00e9 \u2615 10 \u00b0C \U0001F600\n");
    }

    TEST_CASE("a carriage return overwrites its line; with a newline it is one") {
        CHECK(clean("\rprogress   0%\rprogress  50%\rprogress 100%\ndone") == "progress 100%\ndone");
        CHECK(clean("abcdef\rxy") == "xycdef");
        CHECK(clean("one\r\ntwo\r\r\n") == "one\ntwo\n");
        CHECK(clean("abc\r") == "abc");
        CHECK(clean("\u00e9\u00e9\u00e9\r\u2615x") == "\u2615x\u00e9");  // columns are characters, not bytes
    }

    TEST_CASE("a backspace moves back, at most to the line's start") {
        CHECK(clean("abc\b\bX") == "aXc");
        CHECK(clean("1/9\b\b\b2/9\b\b\b3/9\n") == "3/9\n");
        CHECK(clean("a\n\b\bb") == "a\nb");
        CHECK(clean("a\r\bb") == "b");
    }

    TEST_CASE("erase-in-line erases to the end, to the start, or all") {
        CHECK(clean("a long line\rshort\x1b[K") == "short");
        CHECK(clean("a long line\rshort\x1b[0K\n") == "short\n");
        CHECK(clean("working 50%\x1b[2K\rdone") == "done");
        CHECK(clean("working 50%\r\x1b[2Kdone") == "done");
        CHECK(clean("abcdef\b\b\b\x1b[1K") == "    ef");
        CHECK(clean("abc\x1b[2Kx") == "   x");
    }

    TEST_CASE("what is erased to the line's end leaves no spaces") {
        CHECK(clean("abc\x1b[2K\nx") == "\nx");
        CHECK(clean("abc\x1b[1K\nx") == "\nx");
        CHECK(clean("abcdef\x1b[2K\rx\n") == "x\n");
    }

    TEST_CASE("escape sequences are taken out") {
        CHECK(clean("\x1b[1;31mred\x1b[0m \x1b[38;2;1;2;3mx\x1b[m") == "red x");
        CHECK(clean("\x1b[?25lhidden\x1b[?25h\x1b[10;20H\x1b[2J") == "hidden");
        CHECK(clean("\x1b(B\x1b)0a\x1b"
                    "7b\x1b=c\x1b"
                    "cd") == "abcd");
        CHECK(clean("\x1b]0;title\x07"
                    "a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b") == "alinkb");
        CHECK(clean("\x1bPq#0;2;0;0;0~~\x1b\\a\x1b_apc\x1b\\b\x1b^pm\x1b\\c\x1bXsos\x1b\\d") == "abcd");
        CHECK(clean("\u009b31mred\u009b0m\u009d0;t\u009c"
                    "a\u0090dcs\u009c"
                    "b\u009fapc\x1b\\c") == "redabc");
        CHECK(clean("\x1b]0;\u201ctitle\u201d \u00e9\x07"
                    "a") == "a");
    }

    TEST_CASE("other controls go") {
        CHECK(clean("a\x01\x07\x0b\x0c\x7f"
                    "b\u0080\u0085\u0099"
                    "c") == "abc");
        CHECK(clean(std::string_view("a\0b", 3)) == "ab");
    }

    TEST_CASE("an unfinished sequence ends at what can't belong to it") {
        CHECK(clean("\x1b[31\u00e9") == "\u00e9");
        CHECK(clean("a\x1b[3\nb") == "a\nb");
        CHECK(clean("\x1b\u00e9") == "\u00e9");
        CHECK(clean("\x1b[1\x1b[2mx") == "x");
        CHECK(clean("\x1b]0;title\nnext line") == "\nnext line");
        CHECK(clean("\x1bPnever\x18"
                    "ended \x1bXnor\x1a"
                    "this") == "ended this");
        CHECK(clean("\x1b]0;a\x1b[31mb") == "b");
        CHECK(clean("a\x1b") == "a");
        CHECK(clean("a\x1b[12;") == "a");
    }

    TEST_CASE("an unfinished sequence swallows a bounded number of bytes") {
        const std::string digits(1000, '1');
        CHECK(clean({{k_out, "\x1b[" + digits}}) == digits.substr(EscapeSequence::k_max_bytes));
        CHECK(clean({{k_out, "\x1b" + std::string(1000, '(')}}) ==
              std::string(1000 - EscapeSequence::k_max_bytes, '('));
        for (const std::size_t shift : {0U, 1U, 2U}) {
            // The bound is never inside a character, wherever the pieces are cut.
            std::string long_string = std::string(shift, 'x');
            while (long_string.size() < EscapeSequence::k_max_string_bytes + 10) long_string += "\u2615";
            const std::string all = "\x1b]" + long_string;
            const std::string cleaned = clean({{k_out, all}});
            CHECK(is_valid_utf8(cleaned));
            CHECK(cleaned.size() >= 10);
            CHECK(cleaned.size() <= 13);
            std::mt19937 random(3);
            std::vector<std::pair<OutputStream, std::string_view>> pieces;
            for (const std::string_view piece : random_pieces(random, all, 5000)) pieces.emplace_back(k_out, piece);
            CHECK(clean(pieces) == cleaned);
        }
    }

    TEST_CASE("the streams share the line but not a sequence") {
        CHECK(clean({{k_out, "abc"}, {k_err, "\rX"}, {k_out, "Y"}}) == "XYc");
        CHECK(clean({{k_out, "a\x1b[3"}, {k_err, "1mtext"}, {k_out, "1mb"}}) == "a1mtextb");
        CHECK(clean({{k_out, "a\x1b]0;title"},
                     {k_err, "text\n"},
                     {k_out,
                      "more\x07"
                      "b"}}) == "atext\nb");
    }

    TEST_CASE("a block stands on lines of its own and has its own escape state") {
        std::string text;
        TerminalText terminal([&text](std::string_view piece) { text += piece; });
        terminal.append_block("first");
        terminal.append(k_out, "open");
        terminal.append_block("");
        terminal.append_block("two\nlines\n");
        terminal.append(k_out, "\x1b[3");
        terminal.append_block("\x1b[1mbold\x1b[0m \x1b[3");
        terminal.append(k_out, "1mred\rb");
        terminal.append_block("own");
        terminal.append(k_out, "gone\r\x1b[K");
        terminal.append_block("last\r\nline");
        terminal.end();
        CHECK(text == "first\nopen\ntwo\nlines\nbold \nbed\nown\nlast\nline\n");
    }

    TEST_CASE("the first 64 KiB of a longer line are settled; a carriage return goes to what follows") {
        const std::string line(TerminalLine::k_max_bytes, 'a');
        CHECK(clean({{k_out, line + "\rX"}}) == "X" + line.substr(1));
        CHECK(clean({{k_out, line + "b\rX"}}) == line + "X");
        CHECK(clean({{k_out, line + line + "bc\rX\n\rY"}}) == line + line + "Xc\nY");
        // A character that does not fit is not cut.
        const std::string odd = line.substr(1) + "\u2615";
        CHECK(clean({{k_out, odd + "\rX"}}) == line.substr(1) + "X");
        // Overwritten with wider characters it is settled as a whole when it would grow.
        std::string wide;
        for (int i = 0; i < 65'536; ++i) wide += "\u2615";
        CHECK(clean({{k_out, line}, {k_out, "\r" + wide + "b\rX"}}) == wide + "X");
    }

    TEST_CASE("a line continued after 64 KiB is not the start of one") {
        std::string text;
        TerminalText terminal([&text](std::string_view piece) { text += piece; });
        const std::string line(TerminalLine::k_max_bytes, 'a');
        terminal.append(k_out, line + "b\r\x1b[K");
        terminal.append_block("block");
        CHECK(text == line + "\nblock\n");
    }

    TEST_CASE("random output, cut anywhere, reads as the reference says") {
        std::mt19937 random(13);
        const std::vector<std::string> alphabet{"a",
                                                "b",
                                                "xyz",
                                                " ",
                                                "\t",
                                                "\n",
                                                "\r",
                                                "\r",
                                                "\b",
                                                "\b",
                                                "\x1b",
                                                "\x1b[",
                                                "\x1b[K",
                                                "\x1b[1K",
                                                "\x1b[2K",
                                                "\x1b[0K",
                                                "\x1b[31m",
                                                "K",
                                                "2",
                                                ";",
                                                "m",
                                                "(",
                                                "\x1b]",
                                                "\x1bP",
                                                "\x1b\\",
                                                "\x07",
                                                "\x18",
                                                "\u009b",
                                                "\u009d",
                                                "\u0090",
                                                "\u009c",
                                                "\u0085",
                                                "\u00e9",
                                                "\u00b0",
                                                "\u2615",
                                                "\U0001F600",
                                                std::string(1, '\0'),
                                                "\x7f",
                                                std::string(70, 'w')};
        for (int round = 0; round < 30'000; ++round) {
            const std::string text = random_text(random, alphabet, random() % 40);
            std::vector<std::pair<OutputStream, std::string_view>> pieces;
            for (const std::string_view piece : random_pieces(random, text, 8))
                pieces.emplace_back(random() % 4 == 0 ? k_err : k_out, piece);
            REQUIRE(clean(pieces) == TerminalReference::clean(pieces));
        }
    }

    TEST_CASE("random long lines are settled as the reference says") {
        std::mt19937 random(14);
        const std::vector<std::string> alphabet{std::string(30'000, 'x'),
                                                std::string(9'000, 'y'),
                                                "\u2615\u2615",
                                                "\r",
                                                "\b",
                                                "\n",
                                                "\x1b[K",
                                                "\x1b[1K",
                                                "\x1b[2K",
                                                "z"};
        for (int round = 0; round < 50; ++round) {
            const std::string text = random_text(random, alphabet, 12);
            std::vector<std::pair<OutputStream, std::string_view>> pieces;
            for (const std::string_view piece : random_pieces(random, text, 20'000)) pieces.emplace_back(k_out, piece);
            REQUIRE(clean(pieces) == TerminalReference::clean(pieces));
        }
    }
}
