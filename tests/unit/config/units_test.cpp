#include "config/units.hpp"

#include <doctest/doctest.h>

using namespace evald;
using namespace std::chrono_literals;

TEST_CASE("a duration is a number with a unit, or of seconds") {
    CHECK(parse_duration("500ms") == 500ms);
    CHECK(parse_duration("30s") == 30s);
    CHECK(parse_duration("1.5s") == 1500ms);
    CHECK(parse_duration("5m") == 5min);
    CHECK(parse_duration("24h") == 24h);
    CHECK(parse_duration("90") == 90s);
    CHECK(parse_duration("0.25") == 250ms);
    CHECK(parse_duration("0") == 0ms);
}

TEST_CASE("what is no duration is refused") {
    for (const auto* text : {"", "s", "-1s", "+1s", " 1s", "1 s", "1d", "1S", "0.5ms", "1e3", "1.s2", "inf", "nan",
                             "0x10", "99999999999999999999h"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_duration(text));
    }
}

TEST_CASE("a size is a whole number with a binary unit, or of bytes") {
    CHECK(parse_size("0") == 0U);
    CHECK(parse_size("4096") == 4096U);
    CHECK(parse_size("512B") == 512U);
    CHECK(parse_size("64KiB") == 65'536U);
    CHECK(parse_size("8MiB") == 8'388'608U);
    CHECK(parse_size("1GiB") == 1'073'741'824U);
    CHECK(parse_size("2TiB") == 2'199'023'255'552U);
}

TEST_CASE("what is no size is refused") {
    for (const auto* text : {"", "MiB", "-1", "1.5MiB", "8MB", "8M", "8 MiB", "8mib", "18446744073709551616",
                             "18446744073709551615", "9007199254740993TiB"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_size(text));
    }
}

TEST_CASE("what is formatted has the largest unit that needs no fraction and reads back the same") {
    CHECK(format_duration(0ms) == "0s");
    CHECK(format_duration(75s) == "75s");
    CHECK(format_duration(5min) == "5m");
    CHECK(format_duration(24h) == "24h");
    CHECK(format_duration(1500ms) == "1500ms");
    CHECK(format_size(0) == "0B");
    CHECK(format_size(1'000) == "1000B");
    CHECK(format_size(20'480) == "20KiB");
    CHECK(format_size(10ULL << 30U) == "10GiB");
    for (const auto value : {1ms, 999ms, 61'000ms, 86'400'000ms})
        CHECK(parse_duration(format_duration(value)) == value);
    for (const std::uint64_t value : {1ULL, 1'023ULL, 1ULL << 40U}) CHECK(parse_size(format_size(value)) == value);
}
