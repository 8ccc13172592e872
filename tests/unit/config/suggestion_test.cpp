#include "config/suggestion.hpp"

#include <doctest/doctest.h>

using evald::did_you_mean;

TEST_CASE("a misspelled name is answered with the closest one") {
    const std::vector<std::string_view> known{"server.host", "server.port", "limits.body", "kernels.python.max"};
    CHECK(did_you_mean("server.prot", known) == ", did you mean server.port?");
    CHECK(did_you_mean("limit.body", known) == ", did you mean limits.body?");
    CHECK(did_you_mean("python.max", known) == ", did you mean kernels.python.max?");
    CHECK(did_you_mean("colour", known).empty());
    CHECK(did_you_mean("x", {}).empty());
}
