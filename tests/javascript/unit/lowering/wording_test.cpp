#include "lowered.hpp"

using namespace evald::js;

TEST_CASE("the token that can't stand where it does is named as V8 names it") {
    CHECK(fault_of("let y = ; ") == "1:9: Unexpected token ';'");
    CHECK(fault_of("foo bar") == "1:5: Unexpected identifier 'bar'");
    CHECK(fault_of("a\n b c") == "2:4: Unexpected identifier 'c'");
    CHECK(fault_of("[1 2]") == "1:4: Unexpected number");
    CHECK(fault_of("print \"x\"") == "1:7: Unexpected string");
    CHECK(fault_of("}") == "1:1: Unexpected token '}'");
    CHECK(fault_of("let o = {a: 1;}") == "1:14: Unexpected token ';'");
    CHECK(fault_of("if (a) {\n b(\n}") == "3:1: Unexpected token '}'");
    CHECK(fault_of("var class = 1") == "1:5: Unexpected token 'class'");
    CHECK(fault_of("var 1a") == "1:5: Invalid or unexpected token");
    CHECK(fault_of("x := 1") == "1:4: Unexpected token '='");
    CHECK(fault_of("// é\n/* ü */ é é") == "2:11: Unexpected identifier 'é'");
}

TEST_CASE("what ends too early says so") {
    CHECK(contains(fault_of("1 +"), "Unexpected end of input"));
    CHECK(contains(fault_of("function f( { }"), "Unexpected end of input"));
    CHECK(contains(fault_of("x => "), "Unexpected end of input"));
    CHECK(contains(fault_of("x ? y"), "Unexpected end of input"));
}

TEST_CASE("jumps need a target") {
    CHECK(fault_of("break") == "1:1: Illegal break statement");
    CHECK(fault_of("for (;;) { (() => { break })() }") == "1:21: Illegal break statement");
    CHECK(fault_of("continue") == "1:1: Illegal continue statement: no surrounding iteration statement");
    CHECK(fault_of("switch (1) { case 1: continue }") ==
          "1:22: Illegal continue statement: no surrounding iteration statement");
    CHECK(contains(fault_of("x: for (;;) break z"), "Undefined label 'z'"));
    CHECK(contains(fault_of("x: { for (;;) continue x }"), "'x' does not denote an iteration statement"));
    CHECK(fault_of("x: y: for (;;) { for (;;) continue x; break y }; z: { break z }") == "no fault");
}

TEST_CASE("declarations need a value where they can't do without") {
    CHECK(fault_of("const q;") == "1:7: Missing initializer in const declaration");
    CHECK(fault_of("let {a};") == "1:5: Missing initializer in destructuring declaration");
    CHECK(fault_of("for (const x of y); for (const z in y); let w; var v") == "no fault");
}

TEST_CASE("only places can be assigned to") {
    CHECK(fault_of("1++") == "1:1: Invalid left-hand side expression in postfix operation");
    CHECK(fault_of("++1") == "1:3: Invalid left-hand side expression in prefix operation");
    CHECK(fault_of("x?.y = 3") == "1:1: Invalid left-hand side in assignment");
    CHECK(fault_of("(x) = 1; (x.y)++; [a.b, c[0]] = d; ({e: f?.g.h} = i)") != "");
    CHECK(fault_of("(x) = 1; (x.y)++; [a.b, c[0]] = d; --e[f?.g]") == "no fault");
}

TEST_CASE("a tagged template may have any escape, another not") {
    CHECK(fault_of("String.raw`\\unicode \\x \\u{110000} \\1 ${1}`") == "no fault");
    CHECK(contains(fault_of("`a\\u`"), "Invalid Unicode escape sequence"));
    CHECK(contains(fault_of("`\\x1`"), "Invalid hexadecimal escape sequence"));
    CHECK(contains(fault_of("`\\01`"), "Octal escape sequences are not allowed in template strings."));
    CHECK(fault_of("`\\u{10FFFF}\\x41\\u0041\\0`") == "no fault");
}
