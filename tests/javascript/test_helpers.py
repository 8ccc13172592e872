"""The helpers of the prelude, and the status events that tell of them."""

import os
import tempfile

from runner import RunnerTest


class HelperTest(RunnerTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.runner = self.start_runner(cwd=self.folder.name, env={"EVAL_ARTIFACTS": self.folder.name,
                                                                   "HOME": self.folder.name})

    def events(self, cell):
        return [frame["bundle"]["application/x-omp-status"] for frame in cell.of("display")]

    def test_write_append_read(self):
        cell = self.run_cell("await write('sub/a.txt', 'one\\ntwo\\n'); await append('sub/a.txt', 'h\u00e9\U0001F600'); await read('sub/a.txt')")
        self.assertEqual(cell.result["text/plain"], "one\ntwo\nh\u00e9\U0001F600")
        self.assertEqual([event["op"] for event in self.events(cell)], ["write", "append", "read"])
        with open(os.path.join(self.folder.name, "sub/a.txt"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "one\ntwo\nh\u00e9\U0001F600")

    def test_line_ranges(self):
        self.run_cell("await write('a', '1\\n2\\n3\\n4\\n')")
        self.assertEqual(self.value("await read('a', 2, 2)"), "2\n3\n")
        self.assertEqual(self.value("await read('a', {offset: 4})"), "4\n")
        self.assertEqual(self.value("await read('a', 1, 0)"), "")

    def test_paths(self):
        self.run_cell("await write('~/home.txt', 'h')")
        self.assertEqual(self.value("await read('home.txt') + await read('./home.txt') + await read('~/home.txt')"), "hhh")
        self.assertIn("Protocol paths", self.run_cell("await read('http://x/y')").error["evalue"])
        cell = self.run_cell("try { await read('none') } catch (e) { e.code + e.syscall }")
        self.assertEqual(cell.result["text/plain"], "ENOENTopen")

    def test_artifacts(self):
        self.run_cell("await write('abc123', 'kept\\n')")
        self.assertEqual(self.value("await output('abc123') + await read('artifact://abc123')"), "kept\nkept\n")
        for bad in ("../etc/passwd", "", "a/b", "."):
            self.assertIsNotNone(self.run_cell("await output(%r)" % bad).error, bad)

    def test_texts(self):
        self.assertEqual(self.value("await sort('b\\na\\nb', {reverse: true, unique: true})"), "b\na")
        self.assertEqual(self.value("await uniq('a\\na\\nb\\na')"), "a\nb\na")
        self.assertEqual(self.value("await uniq('a\\na\\nb', {count: true})"), "[ [ 2, 'a' ], [ 1, 'b' ] ]")
        self.assertEqual(self.value("await counter(['x', 'y', 'x'])"), "[ [ 2, 'x' ], [ 1, 'y' ] ]")
        self.assertEqual(self.value("await counter('a\\nb\\na', {limit: 1})"), "[ [ 2, 'a' ] ]")

    def test_diff_and_tree(self):
        self.run_cell("await write('a', '1\\n2\\n'); await write('b', '1\\n3\\n'); await write('d/x', ''); await write('.hidden', '')")
        self.assertEqual(self.value("await diff('a', 'b')"), "--- a\n+++ b\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n")
        self.assertEqual(self.value("await tree()"), "./\n├── d/\n│   └── x\n├── a\n└── b")
        self.assertIn(".hidden", self.value("await tree('.', {show_hidden: true})"))
        self.assertNotIn("x", self.value("await tree('.', 1)"))

    def test_env_log_phase(self):
        cell = self.run_cell("env('A_KEY', 'v'); log('m'); phase('p'); process.env.A_KEY + env('A_KEY') + env('NONE')")
        self.assertEqual(cell.result["text/plain"], "vvundefined")
        self.assertEqual([event["op"] for event in self.events(cell)], ["env", "log", "phase", "env", "env"])
        self.assertEqual(self.events(cell)[1:3], [{"op": "log", "message": "m"}, {"op": "phase", "title": "p"}])

    def test_process(self):
        self.run_cell("process.env.NEW = 1; delete process.env.HOME; process.chdir('/')")
        self.assertEqual(self.value("process.env.NEW + process.env.HOME + process.cwd()"), "1undefined/")
        self.assertEqual(self.value("Object.keys(process.env).indexOf('NEW') >= 0 && !('HOME' in process.env)"), "true")
