#include "protocol/number_text.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace evald::js;

// As Number.prototype.toString in every engine.
TEST_CASE("numbers read as in ECMAScript") {
    CHECK(number_text(0) == "0");
    CHECK(number_text(-0.0) == "0");
    CHECK(number_text(42) == "42");
    CHECK(number_text(-1.5) == "-1.5");
    CHECK(number_text(0.1) == "0.1");
    CHECK(number_text(1e20) == "100000000000000000000");
    CHECK(number_text(123456789012345680000.0) == "123456789012345680000");
    CHECK(number_text(1e21) == "1e+21");
    CHECK(number_text(1.5e300) == "1.5e+300");
    CHECK(number_text(0.000001) == "0.000001");
    CHECK(number_text(1e-7) == "1e-7");
    CHECK(number_text(1.25e-9) == "1.25e-9");
    CHECK(number_text(5e-324) == "5e-324");
    CHECK(number_text(NAN) == "NaN");
    CHECK(number_text(-HUGE_VAL) == "-Infinity");
}
