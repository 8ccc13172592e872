#include "base/utf8.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace evald;

namespace {

std::string decode(std::initializer_list<std::string_view> pieces) {
    Utf8Decoder decoder;
    std::string text;
    for (const std::string_view piece : pieces) decoder.decode(piece, text);
    decoder.flush(text);
    return text;
}

/// Table 3-7 of the Unicode standard, row by row: the length of the well-formed character at `at`, or 0.
std::size_t well_formed(std::string_view s, std::size_t at) {
    const auto in = [&](std::size_t i, int low, int high) {
        if (at + i >= s.size()) return false;
        const int byte = static_cast<unsigned char>(s[at + i]);
        return byte >= low && byte <= high;
    };
    if (in(0, 0, 0x7F)) return 1;
    if (in(0, 0xC2, 0xDF) && in(1, 0x80, 0xBF)) return 2;
    if (in(0, 0xE0, 0xE0) && in(1, 0xA0, 0xBF) && in(2, 0x80, 0xBF)) return 3;
    if (in(0, 0xE1, 0xEC) && in(1, 0x80, 0xBF) && in(2, 0x80, 0xBF)) return 3;
    if (in(0, 0xED, 0xED) && in(1, 0x80, 0x9F) && in(2, 0x80, 0xBF)) return 3;
    if (in(0, 0xEE, 0xEF) && in(1, 0x80, 0xBF) && in(2, 0x80, 0xBF)) return 3;
    if (in(0, 0xF0, 0xF0) && in(1, 0x90, 0xBF) && in(2, 0x80, 0xBF) && in(3, 0x80, 0xBF)) return 4;
    if (in(0, 0xF1, 0xF3) && in(1, 0x80, 0xBF) && in(2, 0x80, 0xBF) && in(3, 0x80, 0xBF)) return 4;
    if (in(0, 0xF4, 0xF4) && in(1, 0x80, 0x8F) && in(2, 0x80, 0xBF) && in(3, 0x80, 0xBF)) return 4;
    return 0;
}

/// How many bytes at `at`, where no character is, start one that could have been completed; at least 1.
std::size_t maximal_subpart(std::string_view s, std::size_t at) {
    const std::vector<std::string> endings{"\x80",     "\x90",     "\xA0",         "\x80\x80",
                                           "\x90\x80", "\xA0\x80", "\x80\x80\x80", "\x90\x80\x80"};
    for (std::size_t length = 3; length > 1; --length) {
        if (at + length > s.size()) continue;
        for (const std::string& ending : endings) {
            const std::string candidate = std::string(s.substr(at, length)) + ending;
            if (well_formed(candidate, 0) == candidate.size()) return length;
        }
    }
    return 1;
}

std::string reference(std::string_view s) {
    std::string text;
    for (std::size_t at = 0; at < s.size();) {
        const std::size_t length = well_formed(s, at);
        if (length > 0)
            text += s.substr(at, length);
        else
            text += "\uFFFD";
        at += length > 0 ? length : maximal_subpart(s, at);
    }
    return text;
}

}  // namespace

TEST_SUITE("utf8") {
    TEST_CASE("a character that comes byte by byte is one character") {
        const std::string text = "caf\u00e9\u2615\u2264\U0001F600|end\n";
        Utf8Decoder decoder;
        std::string decoded;
        for (const char byte : text) decoder.decode({&byte, 1}, decoded);
        decoder.flush(decoded);
        CHECK(decoded == text);
    }

    TEST_CASE("an incomplete character is held back until its end, or the stream's") {
        Utf8Decoder decoder;
        std::string text;
        decoder.decode("a\xE2\x98", text);
        CHECK(text == "a");
        decoder.decode("\x95", text);
        CHECK(text == "a\u2615");
        decoder.decode("\xF0\x9F", text);
        decoder.flush(text);
        CHECK(text == "a\u2615\uFFFD");
        decoder.flush(text);
        decoder.decode("\x80", text);
        CHECK(text == "a\u2615\uFFFD\uFFFD");
    }

    TEST_CASE("each maximal ill-formed part becomes one U+FFFD") {
        CHECK(decode({"\x80"}) == "\uFFFD");
        CHECK(decode({"\xC0\xAF"}) == "\uFFFD\uFFFD");                      // overlong
        CHECK(decode({"\xED\xA0\x80"}) == "\uFFFD\uFFFD\uFFFD");            // a surrogate
        CHECK(decode({"\xF4\x90\x80\x80"}) == "\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond U+10FFFF
        CHECK(decode({"\xE1\x80"
                      "A"}) ==
              "\uFFFD"
              "A");
        CHECK(decode({"\xF1\x80\x80"
                      "\xE1\x80\xC2"
                      "b"}) ==
              "\uFFFD\uFFFD\uFFFD"
              "b");
        CHECK(decode({"\xE1", "\x80", "\xE1\x80\x80"}) == "\uFFFD\u1000");
        CHECK(decode({std::string_view("\0x", 2)}) == std::string("\0x", 2));
    }

    TEST_CASE("random bytes, cut anywhere, decode as the standard's table says") {
        std::mt19937 random(8);
        const std::vector<std::string> parts{
            "a",    "\xC3", "\xA9", "\xE2", "\x98", "\x95", "\xF0",   "\x9F",   "\x98",       "\x80",
            "\xED", "\xA0", "\xF4", "\xC2", "\xFF", "\xC0", "\u00e9", "\u2615", "\U0001F600", std::string(70, 'x')};
        for (int round = 0; round < 20'000; ++round) {
            std::string bytes;
            for (auto parts_left = random() % 12; parts_left > 0; --parts_left) bytes += parts[random() % parts.size()];
            const std::string expected = reference(bytes);
            Utf8Decoder decoder;
            std::string decoded;
            for (std::size_t at = 0; at < bytes.size();) {
                const std::size_t size = 1 + random() % 5;
                decoder.decode(std::string_view(bytes).substr(at, size), decoded);
                CHECK(is_valid_utf8(decoded));
                at += size;
            }
            decoder.flush(decoded);
            REQUIRE(decoded == expected);
            REQUIRE(is_valid_utf8(bytes) == (decoded == bytes && bytes.find("\uFFFD") == std::string::npos));
        }
    }

    TEST_CASE("every code point is written and read") {
        for (char32_t code_point = 0; code_point < 0x110000; ++code_point) {
            std::string text;
            append_code_point(text, code_point);
            std::size_t at = 0;
            const bool is_surrogate = code_point >= 0xD800 && code_point < 0xE000;
            if (next_code_point(text, at) != (is_surrogate ? 0xFFFD : code_point) || at != text.size() ||
                !is_valid_utf8(text)) {
                FAIL("code point " << static_cast<std::uint32_t>(code_point));
            }
        }
        std::string beyond;
        append_code_point(beyond, 0x110000);
        CHECK(beyond == "\uFFFD");
    }

    TEST_CASE("a cut is never inside a character, and no shorter than need be") {
        const std::string text = "a\u00e9\u2615\U0001F600";  // ends at 1, 3, 6, 10
        const std::vector<std::size_t> expected{0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
        for (std::size_t max = 0; max < expected.size(); ++max) CHECK(utf8_safe_cut(text, max) == expected[max]);
        CHECK(utf8_safe_cut("", 5) == 0);
        CHECK(utf8_safe_cut("\x80\x80\x80\x80\x80\x80", 5) == 5);
    }

    TEST_CASE("the ASCII prefix ends exactly at the first other byte") {
        for (std::size_t size = 0; size < 100; ++size) {
            std::string text(size, 'x');
            CHECK(ascii_prefix(text) == size);
            CHECK(ascii_prefix(text + "\u00e9" + text) == size);
        }
    }
}
