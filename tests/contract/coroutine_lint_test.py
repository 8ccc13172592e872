"""The coroutine lint refuses every shape known to be compiled wrong and takes those known to be right."""

import unittest

from coroutine_lint import findings

REFUSED = {
    "condition of if": "if (co_await f()) g();",
    "negated condition": "if (!co_await f()) g();",
    "condition after a declaration": "if (auto x = 1; co_await f()) g();",
    "while": "while (co_await f()) {}",
    "do while": "do { g(); } while (co_await f());",
    "for": "for (; co_await f();) {}",
    "range for": "for (auto x : co_await f()) {}",
    "switch": "switch (co_await f()) { default: break; }",
    "ternary around it": "auto x = c ? co_await a() : b();",
    "ternary within it": "auto x = co_await f(c ? 1 : 2);",
    "aggregate argument": "co_await f(Options{1, s});",
    "designated argument": "co_await f({.a = 1});",
    "aggregate around it": "auto x = Pair{co_await f(), 1};",
    "braced return": "co_return Pair{co_await f(), 1};",
    "braces across lines": "Pair x{\n    co_await f(),\n    1};",
    "lambda within it": "co_await co_spawn(ex, [s]() -> awaitable<void> { return g(s); }, use_awaitable);",
    "spawn with its executor": "co_spawn(co_await this_coro::executor, g(), detached);",
    "argument": "g(co_await f());",
    "throw": "throw E(co_await f());",
    "two of them": "auto x = co_await f(co_await g());",
    "sum": "auto x = 1 + co_await f();",
    "two declared": "auto a = 1, b = co_await f();",
    "compound assignment": "x += co_await f();",
    "member of the result": "auto x = (co_await f()).value();",
    "check of a test": "CHECK(co_await f());",
    "return": "return co_await f();",
    "executor and more": "steady_timer timer(co_await this_coro::executor, 5s);",
    "single statement of if": "if (c) x = g(co_await f());",
    "subscript": "x[co_await f()] = 1;",
}

TAKEN = {
    "alone": "co_await f();",
    "discarded": "(void)co_await f(std::move(a), use_awaitable);",
    "returned": "co_return co_await f();",
    "declared": "const std::vector<int> x = co_await f(a, b);",
    "pointer declared": "auto* p = co_await f();",
    "bound": "const auto [a, b] = co_await f();",
    "assigned": "x = co_await f();",
    "assigned to a member": "this->x_.y = co_await f();",
    "assigned through a pointer": "*p = co_await f();",
    "declared in if": "if (auto x = co_await f(); x) g();",
    "declared as condition": "if (const auto x = co_await f()) { g(); }",
    "statement of if": "if (c) co_await f();",
    "statement of if with calls": "if (g(a) && !(b)) x = co_await f(); else co_await g();",
    "body of a loop": "while (g()) { co_await f(); }",
    "single statement of for": "for (auto& x : xs) co_await f(x);",
    "case": "switch (x) { case K::a: co_await f(); break; default: x = co_await g(); }",
    "executor": "steady_timer timer(co_await this_coro::executor);",
    "qualified executor": "boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);",
    "executor by name": "auto ex = co_await this_coro::executor;",
    "lambda called by name": "auto g = [](int a) -> awaitable<void> { co_await f(a); };\nco_await g(1);",
    "try": "try { co_await f(); } catch (...) { g(); }",
    "subscript within": "auto x = co_await f(a[0]);",
    "comment": "// if (co_await f())\n/* co_await {f} */ co_await f();",
    "string": 'co_await f("{ ? co_await");',
    "raw string": 'co_await f(R"x({ ? " co_await)x");',
    "character": "co_await f('{');",
    "number with separators": "co_await f(1'000'000, 'a');",
    "macro": "#define WAIT(x) \\\n    g(co_await x)\nco_await f();",
}


def body(statement):
    return "awaitable<void> coroutine() {\n" + statement + "\n}\n"


class Statements(unittest.TestCase):
    def test_shapes_that_are_compiled_wrong_are_refused(self):
        for name, statement in REFUSED.items():
            with self.subTest(name):
                self.assertTrue(findings(body(statement)))

    def test_shapes_that_are_compiled_right_are_taken(self):
        for name, statement in TAKEN.items():
            with self.subTest(name):
                self.assertEqual(findings(body(statement)), [])

    def test_a_finding_names_its_line(self):
        self.assertEqual([line for line, _ in findings("\n\n" + body("\nif (co_await f()) {}"))], [5])


class Functions(unittest.TestCase):
    def test_a_braced_default_of_a_coroutine_is_refused(self):
        for source in ("awaitable<void> f(Options o = {});",
                       "boost::asio::awaitable<Result<int>> f(int a, Options o = Options{1}) { co_return 1; }",
                       "auto f = [](Options o = {}) -> awaitable<void> { co_return; };"):
            with self.subTest(source):
                self.assertEqual(len(findings(source)), 1)

    def test_other_defaults_are_taken(self):
        for source in ("awaitable<void> f(int a = 1, Options o = Options());", "void f(Options o = {});",
                       "struct A { awaitable<void> f(int a); Options o = {}; };"):
            with self.subTest(source):
                self.assertEqual(findings(source), [])

    def test_a_capturing_lambda_is_no_coroutine_in_the_product(self):
        source = "auto g = [x]() -> awaitable<void> { co_await f(x); };"
        self.assertEqual(len(findings(source)), 1)
        self.assertEqual(findings(source, is_product=False), [])

    def test_a_capturing_lambda_that_only_calls_a_coroutine_is_taken(self):
        self.assertEqual(findings("auto g = [x] { return f(x); };"), [])
        self.assertEqual(findings("auto g = [x] { return [](int y) -> awaitable<void> { co_await f(y); }; };"), [])


if __name__ == "__main__":
    unittest.main()
