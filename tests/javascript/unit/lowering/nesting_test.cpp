#include "lowering/nesting.hpp"

#include "lowered.hpp"

using namespace evald::js;

namespace {

std::string repeated(std::string_view part, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) {
        out += part;
    }
    return out;
}

}  // namespace

TEST_CASE("ordinary sources are not nested too deeply, however long they are") {
    CHECK_FALSE(nests_too_deeply(repeated("f(1, [2], {a: 3});\n", 100'000)));
    CHECK_FALSE(nests_too_deeply("x = [" + repeated("-1, ", 100'000) + "]"));
    CHECK_FALSE(nests_too_deeply(repeated("if (x) y(); else z();\n", 50'000)));
}

TEST_CASE("what the parser could not bear is found before it") {
    for (const std::string_view part : {"(", "[", "{", "`${", "f(", "try{", "x?", "!", "a=>", "if(1)", "a:", "new "}) {
        CAPTURE(part);
        CHECK(nests_too_deeply(repeated(part, 70'000)));
    }
}

TEST_CASE("what nests deeply is refused") {
    for (const std::string_view part : {"(", "!", "if(1)", "a=>", "x=", "async()=>"}) {
        CAPTURE(part);
        const std::string fault = fault_of(repeated(part, 3000) + "1");
        const bool is_refused = contains(fault, "nested") || contains(fault, "Unexpected");
        CHECK_MESSAGE(is_refused, fault);
    }
}
