"""How failures read."""

from runner import RunnerTest


class ErrorTest(RunnerTest):
    def test_name_message_and_own_lines(self):
        cell = self.run_cell("function inner(o) {\n  return o.missing.deep;\n}\ninner({});")
        self.assertEqual(cell.error["ename"], "TypeError")
        self.assertEqual(cell.error["traceback"][1:], ["    at inner (<cell 1>:2)", "    at <cell 1>:4"])
        self.assertEqual(cell.done["status"], "error")

    def test_functions_of_earlier_cells_keep_their_name(self):
        self.run_cell("function fail() { throw new RangeError('far') }")
        cell = self.run_cell("\nfail()")
        self.assertEqual(cell.error["traceback"],
                         ["RangeError: far", "    at fail (<cell 1>:1)", "    at <cell 2>:2"])

    def test_syntax_errors_show_their_line(self):
        cell = self.run_cell("var a = 1;\nvar b = = 2;\n")
        self.assertEqual(cell.error["ename"], "SyntaxError")
        self.assertTrue(cell.error["traceback"][0].startswith("<cell 1>:2"), cell.error)
        self.assertEqual(cell.error["traceback"][1], "var b = = 2;")

    def test_anything_can_be_thrown(self):
        for code, value in (("throw 'text'", "'text'"), ("throw 42", "42"), ("throw null", "null"),
                            ("throw undefined", "undefined"), ("throw {code: 1}", "{ code: 1 }"),
                            ("throw Symbol('s')", "Symbol(s)")):
            cell = self.run_cell(code)
            self.assertEqual((cell.error["ename"], cell.error["evalue"]), ("Uncaught", value), code)

    def test_errors_with_more_to_tell(self):
        cell = self.run_cell("var e = new Error('outer'); e.code = 'E1'; throw e")
        self.assertIn("code: 'E1'", cell.traceback)

    def test_hostile_errors(self):
        for code in ("Object.defineProperty(new Error('x'), 'message', {get: function () { throw 1 }})",
                     "Object.defineProperty(new Error('x'), 'name', {get: function () { throw 1 }})",
                     "Object.defineProperty(new Error('x'), 'stack', {get: function () { throw 1 }})",
                     "Object.assign(new Error('x'), {name: {}, message: [], stack: 5})",
                     "(function () { var e = new Error('x'); e.e = e; e.message = e; return e })()",
                     "new Proxy(new Error('x'), {get: function () { throw 1 }})",
                     "Object.assign(Object.create(null), {a: 1})",
                     "{toString: function () { throw 1 }, inspect: 1}",
                     "(function () { var o = {}; o[Symbol.for('nodejs.util.inspect.custom')] ="
                     " function () { throw new Error('y') }; return o })()"):
            cell = self.run_cell("throw (" + code + ")")
            self.assertEqual((cell.kinds[-2:], cell.done["status"]), (["error", "done"], "error"), code)
        self.assertEqual(self.value("'alive'"), "alive")

    def test_long_messages_are_cut(self):
        cell = self.run_cell("var s = 'x'; while (s.length < 3e6) s += s; throw new Error(s)")
        self.assertLess(len(cell.error["evalue"]), 70000)
        self.assertLess(len(cell.traceback), 300000)

    def test_runaway_recursion(self):
        cell = self.run_cell("function deep() { return deep() + 1 }\ndeep()")
        self.assertEqual((cell.error["ename"], cell.error["evalue"]),
                         ("RangeError", "Maximum call stack size exceeded"))
        cell = self.run_cell("function tail() { return tail() }\ntail()")
        self.assertEqual(cell.error["ename"], "RangeError")

    def test_native_recursion(self):
        for code in ("var a = []; a.push(a); (function f(x) { [1].map(f) })()",
                     "var o = {toString: function () { return '' + o }}; '' + o",
                     "var nested = 1; for (var i = 0; i < 100000; i++) nested = [nested]; JSON.stringify(nested)",
                     "eval(new Array(100000).join('(') + 1)",
                     "new RegExp(new Array(20000).join('(') + 'a')"):
            cell = self.run_cell(code)
            self.assertIn(cell.error["ename"], ("RangeError", "SyntaxError"), code)
        self.assertEqual(self.value("'alive'"), "alive")

    def test_deep_values_are_shown_without_end(self):
        cell = self.run_cell("var deep = 1; for (var i = 0; i < 100000; i++) deep = {d: deep}; deep")
        self.assertEqual(cell.done["status"], "ok")
        cell = self.run_cell("console.dir(deep, {depth: null})")
        self.assertEqual(cell.done["status"], "ok")
        self.assertIn("Inspection interrupted", cell.text())
