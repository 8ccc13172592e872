#include "base/base64.hpp"

#include <doctest/doctest.h>

using namespace evald;

TEST_SUITE("base64") {
    TEST_CASE("what programs write becomes what every reader takes") {
        CHECK(canonical_base64("aGkhIQ==") == "aGkhIQ==");
        CHECK(canonical_base64("aGkhIQ") == "aGkhIQ==");
        CHECK(canonical_base64("aGkh\naGk=\r\n") == "aGkhaGk=");
        CHECK(canonical_base64("-_-_") == "+/+/");
    }

    TEST_CASE("what is none is told apart") {
        for (const char* text :
             {"", " \n", "caf\xC3\xA9", "not bytes!", "a", "abcde", "aG=k", "aGk==", "aGkh====", "<svg/>"})
            CHECK_MESSAGE(!canonical_base64(text), text);
    }

    TEST_CASE("sizes and bytes") {
        CHECK(base64_decoded_size("aGkhIQ==") == 4);
        CHECK(base64_decoded_size("aGkh") == 3);
        CHECK(base64_decoded_size("") == 0);
        CHECK(decode_base64("aGkhIQ==") == "hi!!");
        CHECK(decode_base64("+/8=") == "\xFB\xFF");
    }
}
