"""console: formats, groups, counters, tables; and inspection beside Node's."""

import json
import os
import re

from runner import RunnerTest

HERE = os.path.dirname(os.path.abspath(__file__))


class ConsoleTest(RunnerTest):
    def out(self, code, kind="stdout"):
        cell = self.run_cell(code)
        self.assertEqual(cell.done["status"], "ok", cell.error)
        return cell.text(kind)

    def test_streams(self):
        code = "console.log(1); console.info(2); console.debug(3); console.warn(4); console.error(5)"
        self.assertEqual(self.out(code), "1\n2\n3\n")
        self.assertEqual(self.out(code, "stderr"), "4\n5\n")

    def test_format_specifiers(self):
        for arguments, text in (("'%s is %d', 'x', 4.5", "x is 4.5"), ("'%i %f', '42.9px', '1.5e1x'", "42 15"),
                                ("'%j', {a: [1]}", '{"a":[1]}'), ("'%o|%O', [1], {a: 1}", "[ 1, [length]: 1 ]|{ a: 1 }"),
                                ("'%c styled', 'color: red'", " styled"), ("'100%', 1", "100% 1"),
                                ("'%% %s', 1", "% 1"), ("'%s'", "%s"), ("'%s', Symbol('a')", "Symbol(a)"),
                                ("'%d', Symbol('a')", "NaN"), ("'%s', {a: {b: {}}}", "{ a: [Object] }"),
                                ("'%s', {toString: function () { return 'own' }}", "own"), ("'%x', 1", "%x 1"),
                                ("'%s %s', 'only'", "only %s"), ("'a', 'b', {c: 'd'}", "a b { c: 'd' }"), ("", ""),
                                ("'%s', -0", "-0"), ("'%s', null", "null"), ("'%s', undefined", "undefined")):
            self.assertEqual(self.out("console.log(%s)" % arguments), text + "\n", arguments)

    def test_groups(self):
        self.assertEqual(self.out("console.group('g'); console.log('a\\nb'); console.group(); console.log('c');"
                                  "console.groupEnd(); console.groupEnd(); console.groupEnd(); console.log('d')"),
                         "g\n  a\n  b\n    c\nd\n")

    def test_counters_and_timers(self):
        self.assertEqual(self.out("console.count(); console.count('x'); console.count(); console.countReset();"
                                  "console.count()"), "default: 1\nx: 1\ndefault: 2\ndefault: 1\n")
        self.assertRegex(self.out("console.time('t'); console.timeLog('t', 'more'); console.timeEnd('t')"),
                         re.compile(r"\At: [\d.]+ms more\nt: [\d.]+ms\n\Z"))
        self.assertIn("No such label 'none'", self.out("console.timeEnd('none')", "stderr"))

    def test_assert_and_trace(self):
        self.assertEqual(self.out("console.assert(true, 'no'); console.assert(false, 'yes %d', 1)", "stderr"),
                         "Assertion failed: yes 1\n")
        self.assertEqual(self.out("function f() { console.trace('here') } f()", "stderr"),
                         "Trace: here\n    at f (<cell 2>:1)\n    at <cell 2>:1\n")

    def test_table(self):
        self.assertEqual(self.out("console.table([{a: 1, b: 'x'}, {a: 2, c: true}])"),
                         "┌─────────┬───┬─────┬──────┐\n"
                         "│ (index) │ a │ b   │ c    │\n"
                         "├─────────┼───┼─────┼──────┤\n"
                         "│ 0       │ 1 │ 'x' │      │\n"
                         "│ 1       │ 2 │     │ true │\n"
                         "└─────────┴───┴─────┴──────┘\n")
        self.assertIn("│ Values │", self.out("console.table(['a', 'b'])"))
        self.assertIn("│ (index) │ b │", self.out("console.table([{a: 1, b: 2}], ['b'])"))
        self.assertEqual(self.out("console.table(5)"), "5\n")

    def test_dir_and_its_options(self):
        self.assertEqual(self.out("console.dir({a: {b: {c: {d: 1}}}}, {depth: 0})"), "{ a: [Object] }\n")
        self.assertEqual(self.out("console.dir({a: {b: {c: {d: 1}}}}, {depth: null})"),
                         "{\n  a: { b: { c: { d: 1 } } }\n}\n")

    def test_inspection_is_nodes(self):
        with open(os.path.join(HERE, "inspection.json"), encoding="utf-8") as file:
            cases = json.load(file)
        for case in cases:
            cell = self.run_cell("console.log((" + case["expression"] + "\n))")
            self.assertEqual(cell.text(), case["node"] + "\n", case["expression"])
