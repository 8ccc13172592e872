"""How cells run: values, names, awaiting, errors."""

import tempfile
import unittest

from kernel_test_case import KernelTestCase
from runner_process import Runner


class Values(KernelTestCase):
    def test_the_last_expression_is_shown_unless_a_semicolon_hides_it(self):
        for code, expected in (
            ("1 + 1", "2"),
            ("1 + 1;", ""),
            ("1 + 1 ;  # why", ""),
            ("None", ""),
            ("x = 3", ""),
            ("x; 4", "4"),
            ("'a;b'", "'a;b'"),
            ("(5\n)", "5"),
            ("(5\n);", ""),
            ("'é;' ;", ""),
            ("[6,\n 7]\n", "[6, 7]"),
            ("# only a comment", ""),
            ("", ""),
            ("8 # ;", "8"),
        ):
            self.assertText(code, expected)

    def test_underscore_is_the_last_value_and_a_cells_own_goes_before_it(self):
        with Runner() as runner:
            runner.run("10")
            self.assertEqual(runner.run("_ + 1").text, "11")
            self.assertEqual(runner.run("_, __").text, "(11, 10)")
            runner.run("for _ in range(3): pass")
            runner.run("99")
            self.assertEqual(runner.run("_").text, "2")
            runner.run("del _")
            self.assertEqual(runner.run("_").text, "2")

    def test_a_hidden_value_is_not_remembered(self):
        self.run_cell("'shown'")
        self.run_cell("'hidden';")
        self.assertText("_", "'shown'")

    def test_future_imports_hold_for_later_cells_and_are_not_the_runners(self):
        with Runner() as runner:
            self.assertEqual(runner.run("def f(a: undefined): pass").error["ename"], "NameError")
            runner.run("from __future__ import annotations")
            self.assertEqual(runner.run("def f(a: undefined): pass\nf.__annotations__").text, "{'a': 'undefined'}")

    def test_the_namespace_is_the_module_main(self):
        self.run_cell("import pickle, dataclasses, sys\n@dataclasses.dataclass\nclass Point:\n    x: int")
        self.assertText("pickle.loads(pickle.dumps(Point(41))).x + 1", "42")
        self.assertText("sys.modules['__main__'].Point is Point, Point.__module__", "(True, '__main__')")
        self.assertText(
            "import typing\nclass Node:\n    next: 'Node'\ntyping.get_type_hints(Node)['next'] is Node", "True"
        )

    def test_a_source_can_be_asked_for(self):
        self.run_cell("def traced():\n    return 1  # here")
        self.assertIn("return 1  # here", self.run_cell("import inspect\nprint(inspect.getsource(traced))").text)

    def test_warnings_are_shown_again_in_later_cells(self):
        code = "import warnings\nwarnings.warn('careful')"
        self.assertIn("careful", self.run_cell(code).stderr)
        self.assertIn("careful", self.run_cell(code).stderr)

    def test_pasted_cells(self):
        self.assertText("    y = 1\n    y + 1", "2")
        self.assertText(">>> def f():\n...     return 3\n>>> f()", "3")
        self.assertText("In [7]: 4\n", "4")


class Modules(KernelTestCase):
    def test_a_module_written_by_a_cell_is_found_and_reloaded(self):
        with tempfile.TemporaryDirectory() as folder, Runner(cwd=folder) as runner:
            for value in range(10, 20):
                runner.run("import importlib\nopen('m%d.py', 'w').write('value = 1')" % value)
                self.assertEqual(runner.run("import m%d\nm%d.value" % (value, value)).text, "1")
            for value in range(10, 20):
                cell = runner.run("open('m10.py', 'w').write('value = %d')\nimportlib.reload(m10).value" % value)
                self.assertEqual(cell.text, str(value))
            self.assertEqual(runner.run("import os\n'__pycache__' in os.listdir()").text, "False")

    def test_a_module_that_fails_shows_its_own_line(self):
        with tempfile.TemporaryDirectory() as folder, Runner(cwd=folder) as runner:
            runner.run("open('broken.py', 'w').write('x = 1\\nx / 0\\n')")
            self.assertRegex(runner.run("import broken").text, r'broken.py", line 2, in <module>\n    x / 0')


class Awaiting(KernelTestCase):
    def test_top_level_await_for_and_with(self):
        self.assertText("import asyncio\nawait asyncio.sleep(0, 'slept')", "'slept'")
        self.run_cell(
            """
async def numbers():
    for n in range(3):
        yield n
class Manager:
    async def __aenter__(self): return 'in'
    async def __aexit__(self, *error): pass
"""
        )
        self.assertText("async for n in numbers(): print(n)", "0\n1\n2")
        self.assertText("async with Manager() as m: print(m)", "in")
        self.assertText("[n async for n in numbers()]", "[0, 1, 2]")

    def test_asyncio_run_works_where_nothing_is_awaited(self):
        self.run_cell("import asyncio\nawait asyncio.sleep(0)\nasync def main():\n    return 'ran'")
        self.assertText("asyncio.run(main())", "'ran'")
        self.assertText("asyncio.get_event_loop().run_until_complete(main())", "'ran'")
        cell = self.run_cell("await asyncio.sleep(0)\nasyncio.run(main())")
        self.assertEqual(cell.error["ename"], "RuntimeError")
        self.assertIn("await the coroutine itself", cell.text)

    def test_background_tasks_go_on_between_cells(self):
        self.run_cell(
            """
import asyncio
steps = []
async def tick():
    for step in range(3):
        await asyncio.sleep(0.001)
        steps.append(step)
    print('ticked')
task = asyncio.create_task(tick())
"""
        )
        if "ticked" not in "".join(frame.get("data", "") for frame in self.runner.frames):
            self.runner.wait_for(lambda frame: "ticked" in frame.get("data", ""))
        self.assertText("steps, task.done()", "([0, 1, 2], True)")

    def test_a_background_tasks_text_is_its_own_cells(self):
        first = self.run_cell(
            """
import asyncio
gate = asyncio.Event()
async def late():
    await gate.wait()
    print('late')
task = asyncio.ensure_future(late())
await asyncio.sleep(0)
"""
        )
        second = self.run_cell("gate.set()\nawait task")
        self.assertEqual(second.stdout, "")
        late = [frame for frame in self.runner.frames if frame.get("data") == "late\n"]
        self.assertEqual([frame["id"] for frame in late], [first.id])

    def test_a_thread_can_give_the_idle_loop_work(self):
        self.run_cell(
            "import asyncio, threading\nloop = asyncio.get_running_loop()\nasync def work(): print('worked')\n"
            "def later():\n    asyncio.run_coroutine_threadsafe(work(), loop).result()\n    print('answered')\n"
            "gate = threading.Timer(0.05, later); gate.start()\nawait asyncio.sleep(0)"
        )
        if "answered" not in str(self.runner.frames):
            self.runner.wait_for(lambda frame: "answered" in frame.get("data", ""))

    def test_tasks_of_a_loop_from_get_event_loop_go_on(self):
        with Runner() as runner:
            runner.run(
                """
import asyncio, warnings
warnings.simplefilter('ignore')
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
async def late():
    print('went on')
task = loop.create_task(late())
"""
            )
            if "went on" not in str(runner.frames):
                runner.wait_for(lambda frame: "went on" in frame.get("data", ""))

    def test_context_variables_that_an_awaiting_cell_sets_hold(self):
        self.run_cell("import decimal, asyncio\nawait asyncio.sleep(0)\ndecimal.getcontext().prec = 5")
        self.assertText("decimal.getcontext().prec", "5")

    def test_a_task_without_a_loop_is_explained(self):
        cell = self.run_cell("import asyncio\nasync def f(): pass\ndef start(): asyncio.create_task(f())\nstart()")
        self.assertIn("without a top-level await", cell.text)

    def test_exit_in_a_coroutine_ends_the_cell(self):
        cell = self.run_cell("import asyncio, sys\nawait asyncio.sleep(0)\nsys.exit(5)")
        self.assertEqual((cell.done["status"], cell.done["exitCode"]), ("error", 5))
        self.assertText("await asyncio.sleep(0, 'alive')", "'alive'")

    def test_a_closed_loop_is_replaced(self):
        self.run_cell("import asyncio\nawait asyncio.sleep(0)")
        self.run_cell("asyncio.get_event_loop().close()")
        self.assertText("await asyncio.sleep(0, 'new loop')", "'new loop'")


class Errors(KernelTestCase):
    def test_a_traceback_starts_at_the_cell_and_shows_its_lines(self):
        cell = self.run_cell("def inner(d):\n    return 1 / d\ndef outer():\n    return inner(0)\nouter()")
        number = cell.done["executionCount"]
        lines = [line for line in cell.error["traceback"] if "^" not in line and "~" not in line]
        self.assertEqual(
            lines,
            [
                "Traceback (most recent call last):",
                '  File "<cell %d>", line 5, in <module>' % number,
                "    outer()",
                '  File "<cell %d>", line 4, in outer' % number,
                "    return inner(0)",
                '  File "<cell %d>", line 2, in inner' % number,
                "    return 1 / d",
                "ZeroDivisionError: division by zero",
            ],
        )

    def test_an_error_in_a_function_of_an_earlier_cell(self):
        self.run_cell("def earlier():\n    raise KeyError('k')")
        self.assertIn("    raise KeyError('k')", self.run_cell("earlier()").error["traceback"])

    def test_helpers_frames_are_not_shown(self):
        text = self.run_cell("read('/no/such/file')").text
        self.assertIn("FileNotFoundError", text)
        self.assertNotIn("eval_runner", text)
        self.assertNotIn("eval_runner", self.run_cell("import asyncio\nawait asyncio.sleep(0)\n1/0").text)

    def test_chained_errors(self):
        text = self.run_cell("try: 1/0\nexcept Exception as e: raise KeyError('k') from e").text
        self.assertIn("direct cause", text)
        self.assertIn("ZeroDivisionError", text)
        self.assertIn("During handling", self.run_cell("try: 1/0\nexcept Exception: nope").text)

    def test_syntax_errors_have_a_caret_and_no_stack(self):
        cell = self.run_cell("x = = 1")
        self.assertEqual(cell.error["ename"], "SyntaxError")
        self.assertNotIn("Traceback", cell.text)
        self.assertRegex(cell.text, r'File "<cell \d+>", line 1\n    x = = 1\n +\^')
        self.assertEqual(self.run_cell("if True:\nx").error["ename"], "IndentationError")
        self.assertEqual(self.run_cell("return 1").error["ename"], "SyntaxError")

    def test_what_only_the_compiler_refuses_shows_its_line_too(self):
        for code, line in (("x = 1\nreturn x", "return x"), ("def f():\n    await x", "await x"), ("break", "break")):
            traceback = self.run_cell(code).error["traceback"]
            self.assertEqual(traceback[1].strip(), line, traceback)
            self.assertEqual(traceback[2].strip()[0], "^", traceback)

    def test_errors_with_endless_texts_are_cut(self):
        cell = self.run_cell("raise ValueError('x' * (50 << 20))")
        self.assertLess(len(cell.error["evalue"]), 300000)
        self.assertLess(len(cell.text), 1200000)

    def test_names_bound_before_an_error_stay(self):
        self.run_cell("kept = [1, 2]\nraise RuntimeError")
        self.assertText("kept", "[1, 2]")

    def test_exceptions_that_cannot_be_told(self):
        for method in ("__str__", "__repr__"):
            code = "class Odd(Exception):\n    def %s(self): raise ValueError('no')\nraise Odd()" % method
            self.assertEqual(self.run_cell(code).error["ename"], "Odd")
        self.assertAlive()

    def test_errors_of_every_kind_end_the_cell(self):
        for code, name in (
            ("raise KeyboardInterrupt", "KeyboardInterrupt"),
            ("raise GeneratorExit", "GeneratorExit"),
            ("class B(BaseException): pass\nraise B", "B"),
            ("def f(): f()\nf()", "RecursionError"),
            ("bytearray(1 << 60)", "MemoryError"),
            ("raise ValueError('\\ud8ff')", "ValueError"),
            ("eval('1+')", "SyntaxError"),
            ("x = '\0'", "SyntaxError|ValueError"),
        ):
            cell = self.run_cell(code)
            self.assertRegex(cell.error["ename"], "^(%s)$" % name)
            self.assertEqual((cell.done["status"], cell.done["cancelled"]), ("error", False))
        self.assertAlive()

    def test_a_failed_cell_does_not_keep_its_functions_values(self):
        self.run_cell(
            "import weakref\nclass Big: pass\ndef f():\n    global seen\n    big = Big()\n"
            "    seen = weakref.ref(big)\n    1/0\nf()"
        )
        self.assertText("seen() is None", "True")

    def test_exception_groups(self):
        if not self.runner.ready["version"].startswith(("3.8", "3.9", "3.10")):
            text = self.run_cell("raise ExceptionGroup('several', [ValueError('a'), KeyError('b')])").text
            self.assertIn("ValueError: a", text)
            self.assertIn("several (2 sub-exceptions)", text)


class Damage(KernelTestCase):
    """What a cell does to its process, it does not do to the cells after it."""

    def test_what_is_broken_is_whole_in_the_next_cell(self):
        for code in (
            "import builtins; builtins.str = builtins.len = builtins.isinstance = None",
            "import builtins; del builtins.repr, builtins.type; 1",
            "import sys; sys.modules.pop('__main__')",
            "import os; os.close(1); os.close(2)",
            "import os; os.dup2(os.open(os.devnull, os.O_WRONLY), 1)",
            "import sys; sys.setrecursionlimit(60)\ndef f(): f()\nf()",
            "import sys; sys.stdin = None",
            "import traceback; traceback.TracebackException = None; 1/0",
            "import sys; sys.settrace(lambda *a: 1/0)",
            "import os; os.environ.clear()",
            "__builtins__ = {}",
            "import gc; gc.disable()",
            "globals().clear()",
        ):
            self.run_cell(code)
            self.assertAlive()
            cell = self.run_cell(
                "import subprocess, pickle, sys\nsys.setrecursionlimit(1000)\nclass K: pass\n"
                "pickle.dumps(K()); subprocess.call(['/bin/echo', 'child'])\nprint(str(len('abc')))"
            )
            self.assertEqual((cell.raw, cell.stdout), ("child\n", "3\n"), (code, cell.text))


class Stdin(KernelTestCase):
    MESSAGE = "Kernel requested stdin; interactive input is not supported."

    def test_prompts_fail_at_once(self):
        for code in (
            "input('name? ')",
            "import getpass; getpass.getpass()",
            "breakpoint()",
            "import pdb; pdb.set_trace()\n1",
            "import pdb\ntry: 1/0\nexcept Exception: pdb.post_mortem()",
        ):
            self.assertEqual(self.run_cell(code).error["evalue"], self.MESSAGE, code)
        self.assertAlive()

    def test_stdin_is_at_its_end(self):
        self.assertText("import sys; sys.stdin.read(), sys.stdin.readline(), list(sys.stdin)", "('', '', [])")
        self.run_cell("sys.stdin.close()")
        self.assertText("sys.stdin.read()", "''")
        self.assertText("import subprocess; subprocess.run('cat', stdout=subprocess.PIPE).stdout", "b''")


if __name__ == "__main__":
    unittest.main()
