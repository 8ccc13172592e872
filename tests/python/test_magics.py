"""Magics and shell commands, as cells write them."""

import os
import tempfile
import unittest

from kernel_test_case import KernelTestCase


class Magics(KernelTestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp())
        self.run_cell("%%cd %s" % self.folder)

    def test_folders(self):
        self.assertText("%pwd", repr(self.folder))
        self.run_cell("import os; os.mkdir('sub dir'); os.mkdir('b'); open('b/a', 'w')")
        self.assertText("%ls", "['b', 'sub dir']")
        self.assertText("%ls b", "['a']")
        cell = self.run_cell("%cd 'sub dir'")
        self.assertEqual((cell.text, cell.statuses[0]["op"]), (repr(self.folder + "/sub dir"), "cd"))
        self.assertText("%cd -", repr(self.folder))
        self.assertText("name = 'b'\n%cd $name\n%cd ..\n%cd {name}", repr(self.folder + "/b"))
        self.run_cell("import os; os.environ['HOME'] = '/'")
        self.assertText("%cd", "'/'")
        self.assertText("%cd ~", "'/'")
        self.assertEqual(self.run_cell("%cd /no/such").error["ename"], "FileNotFoundError")
        self.assertIn("total", self.run_cell("%ls -l /").raw)

    def test_environment(self):
        self.assertText("%env EVALD_A=1", "env: EVALD_A=1")
        self.assertText("v = 'x'\n%env EVALD_A={v}y\n%env EVALD_A", "env: EVALD_A=xy\n'xy'")
        self.assertText(
            "%set_env EVALD_B two words\nimport os\nos.environ['EVALD_B']", "env: EVALD_B=two words\n'two words'"
        )
        self.assertText("d = %env\nd['EVALD_A'], type(d).__name__", "('xy', 'dict')")
        self.assertEqual(self.run_cell("%env EVALD_NO").error["ename"], "KeyError")

    def test_timing(self):
        cell = self.run_cell("%time sum(range(10))")
        self.assertRegex(cell.text, r"^CPU times: user .*, sys: .*, total: .*\nWall time: \S+ \S+\n45$")
        self.assertEqual(cell.statuses[0]["op"], "time")
        self.assertRegex(self.run_cell("%time x = 5\nx").text, r"\n5$")
        self.assertRegex(self.run_cell("%%time\ny = 6\ny + 1").text, r"\n7$")
        self.assertRegex(self.run_cell("%%time\nimport asyncio\nawait asyncio.sleep(0, 'awaited')").text, "'awaited'$")
        self.assertRegex(
            self.run_cell("%timeit -n 2 -r 3 1 + 1").text,
            r"^\S+ ns ± .* per loop \(mean ± std. dev. of 3 runs, 2 loops each\)$",
        )
        self.assertRegex(self.run_cell("%%timeit -n 2 -r 2 k = 4\nk + 1").text, "2 runs, 2 loops")
        self.assertText("r = %timeit -n 1 -r 1 -q -o pass\nr.loops", "1")
        cell = self.run_cell("%%time\n\n1/0")
        self.assertRegex(cell.text, r'File "<cell \d+>", line 3')
        self.assertIn("    1/0", cell.text)

    def test_names(self):
        self.run_cell("%reset")
        self.assertText("%who", "The namespace is empty.")
        self.run_cell("alpha = 1; beta = 'b'; _private = 2")
        self.assertText("%who", "alpha  beta")
        self.assertText("%who int", "alpha")
        self.assertText("names = %who\nnames", "['alpha', 'beta']")
        self.assertIn("beta       str    'b'", self.run_cell("%whos").text)
        self.run_cell("%reset -f")
        self.assertEqual(self.run_cell("alpha").error["ename"], "NameError")
        self.assertText("__name__, callable(display)", "('__main__', True)")

    def test_files(self):
        self.assertText(
            "%%writefile sub/m.py\nz = 5\nprint('ran', __name__, __import__('sys').argv[1:])", "Writing sub/m.py"
        )
        self.assertText("%%writefile -a sub/m.py\nz += 1", "Appending to sub/m.py")
        self.assertText("read('sub/m.py')", repr("z = 5\nprint('ran', __name__, __import__('sys').argv[1:])\nz += 1\n"))
        self.assertText("%run sub/m.py a 'b c'\nz", "ran __main__ ['a', 'b c']\n6")
        self.assertText("%run sub/m\nprint(z)", "ran __main__ []\n6")
        self.assertText("%%writefile l.py\n'last'\n", "Writing l.py")
        self.assertText("%load l.py", "'last'")
        self.run_cell("%%writefile bad.py\ndef f():\n    return 1/0\nf()")
        text = self.run_cell("%run bad.py").text
        self.assertRegex(text, r'bad.py", line 2, in f\n    return 1/0')
        self.assertNotIn("runpy", text)
        self.assertRegex(self.run_cell("%load bad.py").text, r'bad.py", line 2, in f\n    return 1/0')
        self.assertEqual(self.run_cell("%%writefile e.py\nimport sys; sys.exit(0)").error, None)
        self.assertText("%run e.py\n'went on'", "'went on'")

    def test_a_class_of_a_script_that_was_run_can_be_pickled(self):
        self.run_cell("%%writefile c.py\nclass K: pass")
        self.assertText("%run c.py\nimport pickle\ntype(pickle.loads(pickle.dumps(K()))).__name__", "'K'")

    def test_capture(self):
        self.assertText(
            "%%capture kept\nimport sys\nprint('o'); print('e', file=sys.stderr); display([1])\n!echo child\n7", ""
        )
        self.assertText("kept.stdout, kept.stderr", "('o\\nchild\\n', 'e\\n')")
        self.assertText("[sorted(o) for o in kept.outputs]", "[['application/json', 'text/plain'], ['text/plain']]")
        self.assertText("kept.show()", "o\ne\n[1]\nchild\n7")
        self.assertText("%%capture\nprint('gone')", "")
        self.assertText("%%capture --no-stderr k\nimport sys\nprint('o'); print('e', file=sys.stderr)", "e")
        cell = self.run_cell("%%capture k\nprint('before')\n1/0")
        self.assertEqual(cell.error["ename"], "ZeroDivisionError")
        self.assertText("print('out again', k.stdout)", "out again before")

    def test_other_cell_magics(self):
        self.assertEqual(self.run_cell("%%html\n<b>x</b>").bundles, [{"text/html": "<b>x</b>\n"}])
        for name in ("javascript", "js"):
            self.assertIn("language js", self.run_cell("%%%%%s\nlet x" % name).error["evalue"])
        self.assertText("%matplotlib inline", "")
        self.assertText("%matplotlib", "")

    def test_unknown_magics(self):
        for code in ("%nope 1", "x = %nope", "%%nope\nbody"):
            cell = self.run_cell(code)
            self.assertEqual(cell.error["ename"], "NameError")
            self.assertIn("UsageError: ", cell.error["evalue"])
        self.assertIn("Cell magic `%%bash` exists", self.run_cell("1\n%bash ls").text)

    def test_own_magics(self):
        self.run_cell("get_ipython().register_magic_function(lambda line: line.upper(), 'line', 'shout')")
        self.assertText("%shout abc", "'ABC'")
        self.assertText("get_ipython().run_line_magic('pwd', '') == %r" % self.folder, "True")


class Shell(KernelTestCase):
    def test_commands_stream_in_order(self):
        self.assertText("print('a')\n!echo b; echo c >&2\nprint('d')", "a\nb\nc\nd")
        cell = self.run_cell("!printf 'no newline'")
        self.assertEqual((cell.raw, cell.result), ("no newline", None))

    def test_values(self):
        self.assertText(
            "x = !echo a; echo b >&2; exit 3\nx, x.n, x.s, x.returncode, x[1]", "(['a', 'b'], 'a\\nb', 'a b', 3, 'b')"
        )
        self.assertText("d = {}\nd['k'] = !echo v\nd", "{'k': ['v']}")
        self.assertText("a, b = !printf '1\\n2'\na + b", "'12'")
        self.assertText("!!echo shown", "['shown']")
        self.assertText("x = !false\nx, x.returncode", "([], 1)")
        self.assertText("!exit 4\n_exit_code", "4")
        self.assertText(
            "x = !printf 'a 1\\nb 2\\n'\nx.grep('b'), x.fields(1), x.fields()",
            "(['b 2'], ['1', '2'], [['a', '1'], ['b', '2']])",
        )

    def test_kept_output_is_bounded(self):
        cell = self.run_cell("x = !head -c 3000000 /dev/zero | tr '\\\\0' 'y'\nlen(x.n) < 1_100_000, x[-1]")
        self.assertIn("(True, '[… 1951424 more characters", cell.text)

    def test_expansion(self):
        self.run_cell("x = 5; d = {'k': 'v'}; name = 'file'\nclass P: q = 'Q'\np = P()")
        for command, expected in (
            ("echo {x} $x {d['k']} {x + 1:03d} $p.q", "5 5 v 006 Q"),
            ("echo '$x' '{x}'", "$x 5"),
            ("echo $$x", "$x"),
            ("V=1; echo $V {nope} ${V}", "1 {nope} 1"),
            ("echo a | awk '{print $1}'", "a"),
            ("echo '{\"a\": 5}'", '{"a": 5}'),
            ("echo {{x}}", "{x}"),
            ("echo $name.txt", "file.txt"),
            ("find / -maxdepth 0 -exec echo {} \\;", "/"),
            ("echo $log", ""),
        ):
            command = command.replace("echo $$x", "echo '$$x'")
            self.assertText("!" + command, expected)
        self.assertText("def f(local):\n    y = !echo {local} $local\n    return y\nf('in')", "['in in']")

    def test_magic_looking_text_is_left_alone(self):
        for code, expected in (
            ("s = '''\n!rm\n%x\n%%y\n'''\nlen(s.split())", "3"),
            ("x = 7\n(x\n  %4)", "3"),
            ("x = 10\nx \\\n%4", "2"),
            ("f'''\n%d\n{\n1}'''", "'\\n%d\\n1'"),
            ("[\n'!a',\n]", "['!a']"),
            ("'%d' % 3", "'3'"),
            ("x != 3", "True"),
            ("# !ls\n1", "1"),
            ("'it\\'s'\n'%time'", "'%time'"),
        ):
            self.assertText(code, expected)

    def test_magics_in_blocks(self):
        self.assertText(
            "for i in range(2):\n    !echo {i}\n    if i:\n        x = %pwd\n        print(type(x).__name__)",
            "0\n1\nstr",
        )
        self.assertText("try:\n    %nope\nexcept NameError as e:\n    print('caught')", "caught")

    def test_scripts(self):
        self.assertText("%%bash\necho $0; x=3; echo ${x}; [[ a == a ]] && echo bash", "bash\n3\nbash")
        self.assertText("%%sh\necho sh $1", "sh")
        self.assertText("%%bash first\necho got $1", "got first")
        cell = self.run_cell("%%bash\necho before\nexit 3")
        self.assertEqual((cell.raw, cell.error["ename"]), ("before\n", "CalledProcessError"))
        self.assertIn("exit status 3", cell.error["evalue"])
        self.assertText("%%bash --no-raise-error\nexit 3\n", "")
        self.assertText("%%bash --out o --err e\necho out; echo err >&2", "")
        self.assertText("o, e", "('out\\n', 'err\\n')")
        self.assertText("%%bash\ncat\necho end", "end")
        self.assertText("%%%%bash\n%s\necho long" % ("# " + "x" * 150000), "long")

    def test_redirected_python_output_takes_commands_with_it(self):
        self.assertText(
            "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as t:\n    !echo caught\nt.getvalue()",
            "'caught\\n'",
        )

    def test_continued_commands(self):
        self.assertText("!echo a \\\n  b\n'next'", "a b\n'next'")


if __name__ == "__main__":
    unittest.main()
