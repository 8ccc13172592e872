#include "lowered.hpp"

using namespace evald::js;

TEST_CASE("faults name their place and what is wrong") {
    CHECK(fault_of("let a = 1;\nlet a = 2;") == "2:5: Identifier 'a' has already been declared");
    CHECK(contains(fault_of("x = ;"), "1:"));
    CHECK(contains(fault_of("function f() { await x }"), "await"));
    CHECK(
        contains(fault_of("class A { m() { this.#x } }"), "Private field '#x' must be declared in an enclosing class"));
    CHECK(contains(fault_of("super.x"), "'super' keyword unexpected here"));
    CHECK(contains(fault_of("class A { constructor() {} constructor() {} }"), "A class may only have one constructor"));
    CHECK(contains(fault_of("export {missing}", SourceKind::module), "Export 'missing' is not defined in module"));
}

TEST_CASE("a cell's top level may await and return, other sources not") {
    CHECK(fault_of("await f(); return 1") == "no fault");
    CHECK(contains(fault_of("await f()", SourceKind::common_js), "await"));
}
