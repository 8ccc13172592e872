#include "base/json_writer.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <limits>

using namespace evald;

TEST_SUITE("json writer") {
    TEST_CASE("objects, arrays and every kind of value") {
        std::string out;
        JsonWriter(out).begin_object().member("s", "a").member("n", -3).member("b", true).key("a").begin_array()
            .number(std::uint64_t{18446744073709551615U}).null().raw("{}").begin_object().end_object().end_array()
            .member("d", false).end_object();
        CHECK(out == R"({"s":"a","n":-3,"b":true,"a":[18446744073709551615,null,{},{}],"d":false})");
    }

    TEST_CASE("every character comes back as it was") {
        std::string all;
        for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
        all += "é☕😀\xE2\x80\xA8";
        std::string out;
        JsonWriter(out).string(all);
        CHECK(nlohmann::json::parse(out) == all);
    }

    TEST_CASE("numbers are shortest and finite") {
        std::string out;
        JsonWriter(out).begin_array().number(0.1).number(1e300).number(std::numeric_limits<double>::quiet_NaN())
            .number(std::numeric_limits<double>::infinity()).number(2.0).end_array();
        CHECK(out == "[0.1,1e+300,null,null,2]");
    }
}
