#include "lowered.hpp"

using namespace evald::js;

TEST_CASE("arrows and methods are no constructors") {
    CHECK(contains(lowered("f = () => 1"), "function*\"f\"("));
    CHECK(contains(lowered("o = {m() {}}"), "m:function*\"m\"("));
    CHECK(contains(lowered("f(() => 1)"), "function*("));
}

TEST_CASE("names come from the place, lengths from the parameters without default") {
    CHECK(contains(lowered("f = function () {}"), "function%\"f\"("));
    CHECK(contains(lowered("o = {'a-b': function () {}}"), "function%'a-b'("));
    CHECK(contains(lowered("f = (a, b = 1, c) => 1"), "function*1\"f\"("));
    CHECK(contains(lowered("[f = function () {}] = x"), "function%\"f\"("));
    CHECK(contains(lowered("f = (function () {})"), "function%\"f\"("));
}

TEST_CASE("a function expression's own name is a binding only where it is used") {
    CHECK(contains(lowered("x = function f() { return f }"), "function f("));
    CHECK(contains(lowered("x = function f() {}"), "function%f("));
}

TEST_CASE("a cell that awaits is asynchronous, others are not") {
    const auto is_async = [](std::string_view text) {
        return std::get<LoweredSource>(make_modern_lowering()->lower({"source", text})).is_async;
    };
    CHECK(is_async("await 1"));
    CHECK(is_async("for await (const x of y) ;"));
    CHECK_FALSE(is_async("async () => await 1"));
    CHECK_FALSE(is_async("1 + 1"));
}

TEST_CASE("strict code stays strict") {
    CHECK(contains(lowered("function f() { 'use strict'; let x = 1 }"), "\"use strict\";"));
    CHECK(contains(lowered("'use strict'; x"), "\"use strict\";"));
}
