"""Today's JavaScript: programs whose output Node 20 gave (cells/*.txt and *.expected.json), and what is a cell's own."""

import glob
import json
import os

from runner import RunnerTest

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cells")


class ProgramTest(RunnerTest):
    def test_programs_print_what_node_prints(self):
        for path in sorted(glob.glob(os.path.join(HERE, "*.txt"))):
            with open(path, encoding="utf-8") as file:
                programs = file.read().rstrip("\n").split("\n---\n")
            with open(path[:-4] + ".expected.json", encoding="utf-8") as file:
                expected = json.load(file)
            self.assertEqual(len(programs), len(expected))
            for program, output in zip(programs, expected):
                with self.subTest(program=program):
                    runner = self.start_runner()
                    cell = runner.run(program)
                    text = cell.text()
                    if cell.error:
                        text += "THROW %s: %s\n" % (cell.error["ename"], cell.error["evalue"])
                    self.assertEqual(text, output)
                    runner.close()


class CellTest(RunnerTest):
    def test_declarations_live_on_and_may_be_made_again(self):
        self.run_cell("const a = 1; let b = 2; class C { m() { return 'first' } } function f() { return a + b }")
        self.assertEqual(self.value("[a, b, new C().m(), f()]"), "[ 1, 2, 'first', 3 ]")
        self.run_cell("const a = 10; let b = 20; class C { m() { return 'second' } }")
        self.assertEqual(self.value("[a, b, new C().m(), f()]"), "[ 10, 20, 'second', 30 ]")

    def test_await_keeps_the_one_binding(self):
        self.run_cell("let n = 0; const inc = () => ++n; await null; n = 5")
        self.assertEqual(self.value("inc(); n"), "6")
        self.run_cell("await null; n = 9; throw new Error('late')")
        self.assertEqual(self.value("n"), "9")

    def test_values(self):
        for code, value in (("return 5", "5"), ("await Promise.resolve('p')", "p"), ("Promise.resolve([1])", "[ 1 ]"),
                            ("const x = 1; x + 1;", "2"), ("if (true) { 'then' } else 'else'", "then"),
                            ("for (const i of [1, 2]) i * 10", "20"), ("try { 'tried' } finally { 0 }", "tried"),
                            ("5; function f() {}", "5"), ("if (1) return 'early'; 'late'", "early"),
                            ("'a'; let q = 1", "a"), ("switch (1) { case 1: 'one' }", "one")):
            self.assertEqual(self.run_cell(code).result["text/plain"], value, code)
        self.assertIsNone(self.run_cell("let z = 1").result)
        self.assertIsNone(self.run_cell("await null").result if False else self.run_cell("undefined").result)

    def test_a_cell_without_await_runs_at_once(self):
        self.run_cell("var order = []; Promise.resolve().then(() => order.push('micro')); order.push('sync')")
        self.assertEqual(self.value("order.join()"), "sync,micro")

    def test_lines_are_the_cells_own(self):
        cell = self.run_cell("const o = {\n  a: [1,\n    2],\n};\nconst f = async ({x}) => {\n  await null;\n"
                             "  return o.b.c;\n};\nawait f({});")
        self.assertEqual(cell.error["ename"], "TypeError")
        self.assertEqual(cell.error["traceback"][1], "    at <cell 1>:7")

    def test_syntax_errors_name_line_and_column(self):
        for code, place, message in (("let a = 1;\nlet b = = 2", "<cell 1>:2:9", "Unexpected token '='"),
                                     ("let a; let a", "<cell 2>:1:12", "Identifier 'a' has already been declared"),
                                     ("class A { constructor() {} constructor() {} }", "<cell 3>:1:28",
                                      "A class may only have one constructor"),
                                     ("function f() { await 1 }", "<cell 4>:1:16", "await is only valid"),
                                     ("this.#x", "<cell 5>:1:1", "Private field '#x' must be declared")):
            cell = self.run_cell(code)
            self.assertEqual(cell.error["ename"], "SyntaxError", code)
            self.assertIn(message, cell.error["evalue"])
            self.assertEqual(cell.error["traceback"][0], place)

    def test_rejections(self):
        cell = self.run_cell("Promise.reject(new Error('floating')); 'done'")
        self.assertEqual((cell.done["status"], cell.result), ("error", None))
        self.assertIn("Unhandled rejection (missing await?): ", cell.error["evalue"])
        self.assertEqual(self.run_cell("const p = Promise.reject(1); p.catch(() => {}); 'fine'").result["text/plain"], "fine")
        self.run_cell("setTimeout(() => Promise.reject(new Error('in the background')), 1)")
        frame = self.runner.read()
        self.assertEqual((frame["type"], frame["id"]), ("stderr", "cell-3"))
        self.assertIn("in the background", frame["data"])

    def test_interrupt_of_a_waiting_cell(self):
        self.runner.start("var kept = 1; console.log('waiting'); await new Promise(() => {})")
        frames = []
        while not frames or frames[-1]["type"] != "stdout":
            frames.append(self.runner.read())
        self.runner.interrupt()
        cell = self.runner.finish(frames)
        self.assertEqual((cell.done["status"], cell.done["cancelled"]), ("error", True))
        self.assertEqual(self.value("kept"), "1")

    def test_interrupt_of_endless_microtasks(self):
        self.runner.start("console.log('busy'); const again = () => Promise.resolve().then(again); await again()")
        frames = []
        while not frames or frames[-1]["type"] != "stdout":
            frames.append(self.runner.read())
        self.runner.interrupt()
        self.assertTrue(self.runner.finish(frames).done["cancelled"])
        self.assertEqual(self.value("'alive'"), "alive")

    def test_timers_go_on_after_the_cell(self):
        self.run_cell("(async () => { await new Promise(r => setTimeout(r, 5)); console.log('later') })(); 1")
        frame = self.runner.read()
        self.assertEqual((frame["id"], frame["data"]), ("cell-1", "later\n"))

    def test_endless_backtracking_is_an_error(self):
        cell = self.run_cell("/(a+)+$/.test('a'.repeat(40) + 'b')")
        self.assertEqual(cell.error["ename"], "RangeError")
        self.assertEqual(self.value("'alive'"), "alive")

    def test_collections_and_classes_are_shown_as_node_shows_them(self):
        for code, text in (("new Map([[1, {a: 1}], ['k', [1, 2]]])", "Map(2) { 1 => { a: 1 }, 'k' => [ 1, 2 ] }"),
                           ("new Set(['x'])", "Set(1) { 'x' }"), ("[Promise.resolve(5)]", "[ Promise { 5 } ]"),
                           ("class A {}; class B extends A {}; [A, B, new B()]", "[ [class A], [class B extends A], B {} ]"),
                           ("[async () => {}, function* g() {}]", "[ [AsyncFunction (anonymous)], [GeneratorFunction: g] ]"),
                           ("[new WeakMap(), /x/g]", "[ WeakMap { <items unknown> }, /x/g ]"),
                           ("new (class P { #hidden = 1; shown = 2 })()", "P { shown: 2 }")):
            self.assertEqual(self.value(code), text)
