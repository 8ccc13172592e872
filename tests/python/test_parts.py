"""Parts of the runner by themselves."""

import os
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runners" / "python"))

from eval_runner import compiling, expansion, frames, magic_syntax, pasted, strict_json  # noqa: E402
from eval_runner.frames import FrameWriter, quote  # noqa: E402
from eval_runner.json_lines import LineReader, parse  # noqa: E402


class FrameWriting(unittest.TestCase):
    def setUp(self):
        self.read_end, self.write_end = os.pipe()
        self.writer = FrameWriter(self.write_end)
        self.write = frames.write

    def tearDown(self):
        frames.write = self.write
        os.close(self.read_end)
        os.close(self.write_end)

    def test_a_frame_that_an_exception_cut_is_finished_by_the_next_call(self):
        calls = []

        def write(descriptor, data):
            calls.append(len(data))
            if len(calls) == 1:
                return self.write(descriptor, bytes(data[:3]))
            if len(calls) == 2:
                raise TimeoutError("of a signal handler")
            return self.write(descriptor, data)

        frames.write = write
        with self.assertRaises(TimeoutError):
            self.writer.send(b"first\n")
        self.writer.send(b"second\n")
        self.assertEqual(os.read(self.read_end, 100), b"first\nsecond\n")

    def test_a_frame_asked_for_in_the_middle_of_another_comes_after_it(self):
        def write(descriptor, data):
            if bytes(data).startswith(b"outer"):
                self.writer.send(b"inner\n")
            return self.write(descriptor, data)

        frames.write = write
        self.writer.send(b"outer\n")
        self.assertEqual(os.read(self.read_end, 100), b"outer\ninner\n")

    def test_quoting(self):
        for text, expected in (
            ('a"\\\n\x00', b'"a\\"\\\\\\n\\u0000"'),
            ("é€", '"é€"'.encode()),
            ("\ud800x", '"\ufffdx"'.encode()),
            ("\ud83d\ude00", '"\U0001f600"'.encode()),
            ("\u2028", '"\u2028"'.encode()),
        ):
            self.assertEqual(quote(text), expected)


class Reading(unittest.TestCase):
    def test_lines_are_cut_however_they_come(self):
        read_end, write_end = os.pipe()
        reader = LineReader(read_end)
        got = []
        for piece in (b"a", b"b\nc", b"\n\nd\n", b"rest"):
            os.write(write_end, piece)
            got.append(reader.read())
        os.close(write_end)
        self.assertEqual((got, reader.read(), reader.is_at_end), ([[], [b"ab"], [b"c", b"", b"d"], []], [], True))
        os.close(read_end)

    def test_only_objects_are_messages(self):
        self.assertEqual(parse(b' {"a": [1, 2.5, null, "\\u00e9"]}\r'), {"a": [1, 2.5, None, "é"]})
        for line in (b"", b"[]", b"3", b"{", b"{} {}", b"\xff", b"x", b"[" * 100000):
            self.assertIsNone(parse(line))


class Json(unittest.TestCase):
    def test_values(self):
        cyclic = []
        cyclic.append(cyclic)
        for value, expected in (
            (None, b"null"),
            (True, b"true"),
            (1.5, b"1.5"),
            (float("nan"), b"null"),
            ("a\ud800", '"a\ufffd"'.encode()),
            ({1: (2,)}, b'{"1":[2]}'),
            (1 << 64, b'"18446744073709551616"'),
            (cyclic, b'["[[...]]"]'),
            (b"x", b"\"b'x'\""),
        ):
            self.assertEqual(strict_json.encode(value), expected)

    def test_reprs_that_fail(self):
        class Bad:
            def __repr__(self):
                raise ValueError

        self.assertIn(b"its repr failed with ValueError", strict_json.encode([Bad()]))
        self.assertIn(b"its repr failed", strict_json.encode({Bad(): 1}))


REWRITTEN = (
    ("%cd x", "get_ipython().run_line_magic('cd', 'x')"),
    ("  !ls -l  ", "  get_ipython().system('ls -l')"),
    ("!!ls", "get_ipython().getoutput('ls')"),
    ("d['k'] = !ls {x}", "d['k'] = get_ipython().getoutput('ls {x}')"),
    ("a.b, c = %who", "a.b, c = get_ipython().assign_magic('who', '')"),
    ("x: list = !ls", "x: list = get_ipython().getoutput('ls')"),
    ("!a \\\n  b\n1", "get_ipython().system('a b')\n\n1"),
    ("\n%%bash -x\necho", "\nget_ipython().run_cell_magic('bash', '-x', 'echo\\n', 2)"),
    ("%%time", "get_ipython().run_cell_magic('time', '', '', 1)"),
    ("f'{x!r:>{w}}'\n!a", "f'{x!r:>{w}}'\nget_ipython().system('a')"),
    ("f'{x:'>10}'\n!a", "f'{x:'>10}'\nget_ipython().system('a')"),
    ('f"{d["a"]}"\n!a', 'f"{d["a"]}"\nget_ipython().system(\'a\')'),
    ("f'{{'\n!a", "f'{{'\nget_ipython().system('a')"),
    ("# it's\n!a", "# it's\nget_ipython().system('a')"),
    ("r'\\'\n!a", "r'\\'\nget_ipython().system('a')"),
    ("if x:\n\t%pwd", "if x:\n\tget_ipython().run_line_magic('pwd', '')"),
    ("!echo it's", 'get_ipython().system("echo it\'s")'),
    ("x = 'open\n!a", "x = 'open\nget_ipython().system('a')"),
)
LEFT_ALONE = (
    "'''\n!rm\n%x\n'''",
    "(x\n %y)",
    "[\n%y\n]",
    "x \\\n %y",
    "f'''\n%d {\n%x\n}'''",
    "x == !y",
    "x != y",
    "y %= 3",
    "x = y \\\n% z",
    "x = '%s' % 3",
    "f(a= \n%b)",
    "{'a':\n%b}",
    "x = 3 # !a\n",
    "lambda: x\n",
    "'a\\\n%b'",
    '"""\\"""\n!a\n"""',
    "x <= !y",
)


class Magics(unittest.TestCase):
    def test_what_is_rewritten(self):
        for source, expected in REWRITTEN:
            self.assertEqual(magic_syntax.rewrite(source)[0], expected, source)
            self.assertTrue(compiling.may_have_magics(source), source)

    def test_what_is_left_alone(self):
        for source in LEFT_ALONE:
            self.assertEqual(magic_syntax.rewrite(source), (source, set()), source)

    def test_every_python_file_of_the_library_is_left_alone(self):
        """Nothing that is Python has a magic in it; a sample of the standard library is proof by many examples."""
        folder = Path(os.__file__).parent
        for path in sorted(folder.glob("*.py"))[::4] + sorted((folder / "asyncio").glob("*.py")):
            source = "\n".join(compiling.lines_of(path.read_text(encoding="utf-8")))
            self.assertEqual(magic_syntax.rewrite(source), (source, set()), path)

    def test_pasted_cells(self):
        self.assertEqual(pasted.clean(">>> if x:\n...     y\n... \n>>> z"), "if x:\n    y\n\nz")
        self.assertEqual(pasted.clean("  a\n    b\n c"), "a\n  b\n c")
        self.assertEqual(pasted.clean("a\n  b"), "a\n  b")

    def test_expansion(self):
        names = {"x": 5, "d": {"k": "v"}, "helper": print}
        for text, expected in (
            ("{x}", "5"),
            ("$x", "5"),
            ("{d['k']:>3}", "  v"),
            ("{x!r:>{x}}", "    5"),
            ("$y {y} {x", "$y {y} {x"),
            ("$helper", "$helper"),
            ("'$x'", "'$x'"),
            ("{}", "{}"),
            ("{1..3}", "{1..3}"),
            ("{x;x}", "{x;x}"),
        ):
            self.assertEqual(expansion.expand(text, names, {}, {id(print)}), expected, text)
        self.assertEqual(expansion.expand("{x} $x", names, {"x": "local"}, ()), "local local")


if __name__ == "__main__":
    unittest.main()
