#include "lowered.hpp"

using namespace evald::js;

namespace {

bool checks(std::string_view text) { return contains(lowered(text), "tooEarly"); }

}  // namespace

TEST_CASE("names of a cell's top level are the global object's") {
    const Lowering::Result result =
        make_modern_lowering()->lower({"source", "let a = 1; const {b, c: [d]} = f(); function e() {} class F {}"});
    CHECK(std::get<LoweredSource>(result).globals == std::vector<std::string>{"a", "b", "d", "e", "F"});
}

TEST_CASE("evaluated text keeps its let and const to itself") {
    const Lowering::Result result =
        make_modern_lowering()->lower({"source", "let a = 1; var b = 2; function c() {}", SourceKind::evaluated});
    CHECK(std::get<LoweredSource>(result).globals == std::vector<std::string>{"b", "c"});
    const Lowering::Result strict =
        make_modern_lowering()->lower({"source", "'use strict'; var b = 2", SourceKind::evaluated});
    CHECK(std::get<LoweredSource>(strict).globals.empty());
}

TEST_CASE("uses that provably come after the declaration are not checked") {
    CHECK_FALSE(checks("{ let x = 1; x; (() => x)() }"));
    CHECK_FALSE(checks("function f() { const x = 1; function g() { return x } return g() }"));
    CHECK_FALSE(checks("for (const x of y) { f(() => x) }"));
    CHECK_FALSE(checks("function f(a, b = a) { return b }"));
    CHECK_FALSE(checks("{ class A { m() { return A } } new A }"));
}

TEST_CASE("uses that come before, or may, are checked") {
    CHECK(checks("{ x; let x = 1 }"));
    CHECK(checks("{ let x = x }"));
    CHECK(checks("{ const f = () => x; f(); let x = 1 }"));
    CHECK(checks("{ g(); let x = 1; function g() { return x } }"));
    CHECK(checks("for (const x of [x]) {}"));
    CHECK(checks("function f(a = b, b) {}"));
    CHECK(checks("switch (y) { case 0: let x = 1; break; case 1: x }"));
}

TEST_CASE("a constant of an earlier cell can't be assigned until it is declared otherwise") {
    const auto lowering = make_modern_lowering();
    const auto text = [&](std::string_view source) {
        return std::get<LoweredSource>(lowering->lower({"source", source})).text;
    };
    CHECK_FALSE(contains(text("k = 1"), "constant"));
    text("const k = 1");
    CHECK(contains(text("k = 2"), "constant"));
    CHECK(contains(text("() => { k++ }"), "constant"));
    text("let k = 3");
    CHECK_FALSE(contains(text("k = 4"), "constant"));
}

TEST_CASE("each iteration has its own binding where a closure keeps it") {
    CHECK(contains(lowered("for (let i = 0; i < 3; i++) f(() => i)"), "catch"));
    CHECK_FALSE(contains(lowered("for (let i = 0; i < 3; i++) f(i)"), "catch"));
}
