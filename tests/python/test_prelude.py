"""The helpers of the prelude, and calls back to the host."""

import os
import tempfile
import threading
import unittest

from kernel_test_case import KernelTestCase
from runner_process import Runner


class Files(KernelTestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.run_cell("import os; os.chdir(%r)" % self.folder)

    def test_write_append_read(self):
        cell = self.run_cell("write('a/b.txt', 'one\\ntwo\\nthree'), append('a/b.txt', '\\nfour'), read('a/b.txt')")
        self.assertIn("'one\\ntwo\\nthree\\nfour'", cell.text)
        self.assertEqual([status["op"] for status in cell.statuses], ["write", "append", "read"])
        for arguments, expected in (
            ("2", "two\nthree\nfour"),
            ("2, 1", "two\n"),
            ("1, 0", ""),
            ("limit=1", "one\n"),
            ("9", ""),
            ("0, 2", "one\ntwo\n"),
            ("4, 5", "four"),
        ):
            self.assertText("read('a/b.txt', %s)" % arguments, repr(expected))

    def test_paths(self):
        self.run_cell("os.environ['HOME'] = os.getcwd(); write('~/h.txt', 'home')")
        self.assertText("read('h.txt'), read(os.path.abspath('h.txt')), str(write('x', ''))", "('home', 'home', 'x')")
        for code in ("read('http://x/y')", "write('local://x', '')", "read('file:///etc/passwd')", "tree('s3://b')"):
            self.assertIn("Protocol paths are not supported", self.run_cell(code).text)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "local:")))
        self.assertEqual(self.run_cell("read('nothing')").error["ename"], "FileNotFoundError")
        self.assertEqual(self.run_cell("write('x', 3)").error["ename"], "TypeError")

    def test_bytes_and_bad_bytes(self):
        self.run_cell("write('raw', b'\\xff\\x00a\\r\\nb')")
        self.assertText("read('raw')", repr("\ufffd\x00a\r\nb"))

    def test_diff_and_tree(self):
        self.run_cell("write('a', '1\\n2\\n'); write('b', '1\\n3\\n'); write('d/e/f/g', ''); write('.hidden', '')")
        self.assertText("print(diff('a', 'b'))", "--- a\n+++ b\n@@ -1,2 +1,2 @@\n 1\n-2\n+3")
        self.assertText("diff('a', 'b')[-3:]", "'+3\\n'")
        self.assertText("diff('a', 'a')", "''")
        self.assertText("print(tree('.', 2))", "./\n├── d/\n│   └── e/\n├── a\n└── b")
        self.run_cell("os.symlink('d', 'link')")
        self.assertText(
            "tree().endswith('├── a\\n├── b\\n└── link'), tree('/', 0), tree('.', max_depth=0)", "(True, '/', './')"
        )
        self.assertText("'.hidden' in tree('.', show_hidden=True), 'g' in tree()", "(True, False)")
        self.assertText("'g' in tree(max_depth=4)", "True")

    def test_env(self):
        self.assertText(
            "env('EVALD_T', 'v'), env('EVALD_T'), env('EVALD_NONE'), env()['EVALD_T']", "('v', 'v', None, 'v')"
        )
        self.assertText("os.environ['EVALD_T']", "'v'")


class Texts(KernelTestCase):
    def test_lines_of_text(self):
        for code, expected in (
            ("sort('b\\na\\nb')", "'a\\nb\\nb'"),
            ("sort('b\\na\\nb', unique=True, reverse=True)", "'b\\na'"),
            ("uniq('a\\na\\nb\\na')", "'a\\nb\\na'"),
            ("uniq('a\\na\\nb', count=True)", "[(2, 'a'), (1, 'b')]"),
            ("counter('b\\na\\nb')", "[(2, 'b'), (1, 'a')]"),
            ("counter([1, 2, 2], limit=1)", "[(2, 2)]"),
            ("counter('b\\na\\nb', reverse=False)", "[(1, 'a'), (2, 'b')]"),
            ("counter([])", "[]"),
            ("counter('a', limit=0)", "[]"),
            ("sort('')", "''"),
            ("counter('b\\na')", "[(1, 'b'), (1, 'a')]"),
            ("sort(['b', 'a'])", "'a\\nb'"),
            ("uniq('a\\r\\na\\n')", "'a'"),
            ("sort('b\\x0ba\\na')", "'a\\nb\\x0ba'"),
        ):
            self.assertText(code, expected)

    def test_log_and_phase(self):
        self.assertEqual(
            self.run_cell("log('m'); phase('t'); log(3)").statuses,
            [{"op": "log", "message": "m"}, {"op": "phase", "title": "t"}, {"op": "log", "message": "3"}],
        )

    def test_helpers_may_be_overwritten(self):
        self.run_cell("read = 5\ndef log(x): return x")
        self.assertText("read, log(1)", "(5, 1)")
        self.run_cell("%reset")
        self.assertText("callable(read)", "True")

    def test_help_tells_about_them(self):
        self.assertIn("offset", self.run_cell("help(read)").stdout)


class Artifacts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        for name, text in (
            ("a1", "one\ntwo\nthree"),
            ("j", '{"files": [{"a name": {"size": 3}}]}'),
            ("c", "\x1b[31mred\x1b[0m"),
        ):
            with open(os.path.join(cls.folder, name), "w") as file:
                file.write(text)
        cls.runner = Runner(env={"EVAL_ARTIFACTS": cls.folder})

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def test_output(self):
        for code, expected in (
            ("output('a1')", "'one\\ntwo\\nthree'"),
            ("output('a1', offset=2, limit=1)", "'two\\n'"),
            ("output('a1', offset=9)", "''"),
            ("output('a1', limit=0)", "''"),
            ("output('j', query='.files[0][\"a name\"].size')", "'3'"),
            ("output('j', query='.no')", "'null'"),
            ("output('c', format='stripped')", "'red'"),
            ("output('a1', format='json')['line_count']", "3"),
            ("output('a1', 'c')[1]['id']", "'c'"),
            ("read('artifact://a1', 2, 1)", "'two\\n'"),
        ):
            self.assertEqual(self.runner.run(code).text, expected, code)

    def test_mistakes(self):
        for code, name, text in (
            ("output()", "ValueError", "id"),
            ("output('zz')", "FileNotFoundError", "Available outputs: a1, c, j"),
            ("output('../x')", "FileNotFoundError", "not found"),
            ("output('a1', query='.x')", "ValueError", "not valid JSON"),
            ("output('j', query='.x', limit=1)", "ValueError", "combined"),
            ("output('a1', format='x')", "ValueError", "format"),
            ("read('artifact://../a1')", "FileNotFoundError", ""),
        ):
            cell = self.runner.run(code)
            self.assertEqual(cell.error["ename"], name, code)
            self.assertIn(text, cell.error["evalue"])


class Tools(KernelTestCase):
    tools = {
        "add": lambda a: a["x"] + a["y"],
        "echo": lambda a: a,
        "fail": lambda a: 1 / 0,
        "agent": lambda a: {"text": '{"n": 1}', "id": "A1", "agent": a["agent"], "output": "out"},
        "completion": lambda a: "said " + a["prompt"],
    }

    def test_calls(self):
        self.assertText(
            "tool.add(x=1, y=2), tool.add({'x': 'a', 'y': 'b'}), tool['add']({'x': 1}, y=1)", "(3, 'ab', 2)"
        )
        self.assertEqual(self.run_cell("tool.fail()").error["evalue"], "division by zero")
        self.assertEqual(self.run_cell("tool.missing()").error["ename"], "ToolError")
        self.assertEqual(self.run_cell("tool.add(3)").error["ename"], "TypeError")
        self.assertText("tool, tool.x", "(<tool: call tool.NAME(...)>, <tool.x>)")

    def test_what_is_no_json_is_refused_with_its_place_before_it_is_sent(self):
        for arguments, name, text in (
            ("s={1}", "TypeError", "tool.echo: the argument s is of type set"),
            ("a={'b': [1, object()]}", "TypeError", "the argument a.b[1] is of type object"),
            ("n=float('nan')", "ValueError", "the argument n is nan"),
            ("{'x': {1: 2}}", "TypeError", "the argument x has the key 1"),
            ("x=b'bytes'", "TypeError", "of type bytes"),
        ):
            cell = self.run_cell("tool.echo(%s)" % arguments)
            self.assertEqual(cell.error["ename"], name, arguments)
            self.assertIn(text, cell.error["evalue"])
            self.assertEqual(cell.of_type("tool"), [])
        cell = self.run_cell("a = {}\na['a'] = a\ntool.echo(x=a)")
        self.assertIn("the argument x.a holds itself", cell.error["evalue"])
        self.assertText(
            "import enum\nclass E(str, enum.Enum): A = 'a'\ntool.echo(t=(1, 2), e=E.A, b=True, big=10**20, s='\\ud800')",
            "{'t': [1, 2], 'e': 'a', 'b': True, 'big': 100000000000000000000, 's': '\ufffd'}",
        )

    def test_a_call_can_be_awaited_or_not(self):
        self.assertText("await tool.add(x=1, y=2)", "3")
        self.assertText("x = tool.add(x=1, y=2)\ny = await tool['add']({'x': x}, y=1)\n[x, y, await completion('p')]", "[3, 4, 'said p']")
        self.assertText(
            "import asyncio\nasync def f(n): return await tool.add(x=n, y=n)\nawait asyncio.gather(*map(f, range(4)))",
            "[0, 2, 4, 6]",
        )
        self.assertText("async def g():\n    return await agent('p', schema={}), tool.add(x=1, y=1)\nawait g()", "({'n': 1}, 2)")

    def test_the_list_of_tools_is_asked_for(self):
        self.runner.tools["$list"] = lambda a: [{"name": "add"}]
        self.assertText("tool.list()", "[{'name': 'add'}]")
        del self.runner.tools["$list"]

    def test_text_before_a_call_is_out_before_it(self):
        cell = self.run_cell("print('before')\ntool.echo()\nprint('after')")
        self.assertEqual([frame["type"] for frame in cell.frames], ["started", "stdout", "tool", "stdout", "done"])

    def test_calls_from_threads_and_tasks(self):
        self.assertText(
            "parallel([lambda i=i: tool.add(x=i, y=i) for i in range(50)])", str([2 * i for i in range(50)])
        )
        self.assertText(
            "import asyncio\nawait asyncio.gather(*(tool.add.aio(x=i, y=1) for i in range(20)))",
            str(list(range(1, 21))),
        )

    def test_many_calls_of_async_code_wait_at_once(self):
        held = []

        def hold(frame):
            held.append(frame["callId"])
            if len(held) == 30:
                for call in held:
                    self.runner.send({"type": "tool_result", "callId": call, "ok": True, "value": 1})

        self.runner.tools["*"] = hold
        try:
            self.assertText("import asyncio\nsum(await asyncio.gather(*(tool.hold.aio() for _ in range(30))))", "30")
        finally:
            del self.runner.tools["*"]

    def test_large_arguments_and_answers(self):
        self.assertEqual(self.run_cell("tool.echo(x='a' * (9 << 20))").error["ename"], "ToolError")
        self.assertText("len(tool.echo(x='a' * (4 << 20))['x'])", str(4 << 20))

    def test_answers_in_any_order(self):
        held = []
        both = threading.Event()

        def hold(frame):
            held.append(frame["callId"])
            if len(held) == 2:
                for call in reversed(held):
                    self.runner.send({"type": "tool_result", "callId": call, "ok": True, "value": call == held[0]})
                both.set()

        self.runner.tools["*"] = hold
        try:
            cell = self.run_cell("parallel([tool.hold, tool.hold])")
        finally:
            del self.runner.tools["*"]
        self.assertEqual(sorted(eval(cell.text)), [False, True])

    def test_a_background_threads_call_beside_requests(self):
        """The thread that reads answers may be one of an earlier cell; requests still come through."""
        calls = []
        self.runner.tools["*"] = lambda frame: calls.append(frame["callId"])
        try:
            self.run_cell("import threading\nt = threading.Thread(target=lambda: print('got', tool.late())); t.start()")
            if not calls:
                self.runner.wait_for(lambda frame: frame["type"] == "tool")
            for n in range(5):
                self.assertText("%d + %d" % (n, n), str(2 * n))
            self.assertText("tool.add(x=2, y=2)", "4")
            self.assertText("import asyncio\nawait asyncio.sleep(0, 'slept')", "'slept'")
            self.runner.send({"type": "tool_result", "callId": calls[0], "ok": True, "value": "late"})
            self.assertText("t.join(); tool.add(x=1, y=1)", "2")
        finally:
            del self.runner.tools["*"]
        self.assertIn("got late", str(self.runner.frames))

    def test_calls_of_a_background_task_while_idle(self):
        self.run_cell(
            "import asyncio\nasync def work():\n    print('answer', await tool.add.aio(x=40, y=2))\n"
            "task = asyncio.ensure_future(work())\nawait asyncio.sleep(0)"
        )
        if "answer" not in str(self.runner.frames):
            self.runner.wait_for(lambda frame: "answer 42" in frame.get("data", ""))

    def test_agent_and_completion(self):
        self.assertText("agent('do')", "'{\"n\": 1}'")
        self.assertText("agent('do', schema={'type': 'object'})", "{'n': 1}")
        self.assertText(
            "agent('do', agent='x', handle=True)",
            str({"text": '{"n": 1}', "output": "out", "handle": "agent://A1", "id": "A1", "agent": "x"}),
        )
        self.assertText("agent('do', schema={}, handle=True)['data']", "{'n': 1}")
        self.assertText("completion('hi')", "'said hi'")
        self.assertEqual(
            self.run_cell("agent('p', label='l', isolated=True)").of_type("tool")[0]["args"],
            {"prompt": "p", "agent": "task", "label": "l", "isolated": True},
        )

    def test_budget(self):
        self.assertText("budget.total, budget.spent(), budget.remaining(), budget.hard", "(None, 0, inf, False)")
        self.runner.tools["budget"] = lambda a: {"total": 10, "spent": 4, "hard": True}
        self.assertText("budget.total, budget.spent(), budget.remaining(), budget.hard", "(10, 4, 6, True)")
        del self.runner.tools["budget"]

    def test_parallel_and_pipeline(self):
        self.assertText(
            "parallel([lambda: 1, lambda: 2]), parallel([]), pipeline([1, 2], lambda x: x + 1, str)",
            "([1, 2], [], ['2', '3'])",
        )
        cell = self.run_cell(
            "done = []\ndef bad(i): raise ValueError(i)\nparallel([lambda: bad(1), lambda: done.append(1), lambda: bad(2)])"
        )
        self.assertEqual(cell.error["evalue"], "1")
        self.assertText("done", "[1]")
        self.assertEqual(self.run_cell("parallel([3])").error["ename"], "TypeError")
        self.assertText("import threading\nbarrier = threading.Barrier(32)\nlen(parallel([barrier.wait] * 32))", "32")
        self.assertText("async def f(x): return x\nparallel([lambda: f(1), lambda: f(2)])", "[1, 2]")
        self.assertEqual(sorted(self.run_cell("parallel([lambda: print('p')] * 3);").stdout.split()), ["p"] * 3)


if __name__ == "__main__":
    unittest.main()
