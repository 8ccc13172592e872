#include "lowered.hpp"

using namespace evald::js;

TEST_CASE("what is unfinished is said at its end") {
    CHECK(fault_of("f(1") == "1:4: missing ) after argument list");
    CHECK(fault_of("a.b(1,\n  g(2)\n\n") == "2:7: missing ) after argument list");
    CHECK(fault_of("if (x) {\n  y()\n") == "2:6: Unexpected end of input");
    CHECK(fault_of("const é = [1, /[(]/") == "1:20: Unexpected end of input");
    CHECK(fault_of("x = `a ${b}") == "1:12: Unterminated template literal");
    CHECK(fault_of("x = 'abc") == "1:5: Invalid or unexpected token");
    CHECK(contains(fault_of("f(1))"), "Unexpected"));
}

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

TEST_CASE("what is no place to assign to is named before the sign") {
    CHECK(fault_of("1 += 2") == "1:1: Invalid left-hand side in assignment");
    CHECK(fault_of("if (n === 1 = 2) f()") == "1:11: Invalid left-hand side in assignment");
    CHECK(fault_of("\"a\" = b").ends_with("Invalid left-hand side in assignment"));
    CHECK(fault_of("f(a + 1 = 2)").ends_with("Invalid left-hand side in assignment"));
    CHECK(fault_of("var x += 1") == "1:7: Unexpected token '+='");
    CHECK(fault_of("x = = 2") == "1:5: Unexpected token '='");
    CHECK(fault_of("class A { m() = 1 }") == "1:15: Unexpected token '='");
    CHECK(fault_of("x == = 2") == "1:6: Unexpected token '='");
}

TEST_CASE("arguments without a comma between lack their end") {
    CHECK(fault_of("console.log(\"a\" \"b\")") == "1:17: missing ) after argument list");
    CHECK(fault_of("f(a: 1)") == "1:4: missing ) after argument list");
    CHECK(fault_of("f(a, [1] 2)") == "1:10: missing ) after argument list");
    CHECK(fault_of("f(1;\ng()").ends_with("missing ) after argument list"));
    CHECK(fault_of("f(1 + )") == "1:7: Unexpected token ')'");
    CHECK(fault_of("f([1 2])") == "1:6: Unexpected number");
    CHECK(fault_of("if (a b) c") == "1:7: Unexpected identifier 'b'");
}

TEST_CASE("a word that begins no statement where it stands is the fault, not what follows it") {
    CHECK(fault_of("if (1) else 2") == "1:8: Unexpected token 'else'");
    CHECK(fault_of("f()\nelse { g() }") == "2:1: Unexpected token 'else'");
    CHECK(fault_of("enum X {}") == "1:1: Unexpected reserved word");
    CHECK(fault_of("if (a) b\nelse )") == "2:6: Unexpected token ')'");
}
