"""Output: coalesced, ordered, attributed, always valid."""

from runner import RunnerTest


class OutputTest(RunnerTest):
    def test_first_bytes_leave_while_the_cell_is_busy(self):
        self.runner.start("console.log('early'); for (;;) {}")
        self.assertEqual(self.runner.read()["type"], "started")
        self.assertEqual(self.runner.read()["data"], "early\n")  # arrives, or this test would wait for ever
        self.runner.interrupt()
        self.runner.finish()

    def test_later_bytes_leave_too_while_the_cell_is_busy(self):
        self.runner.start("console.log('one'); console.log('two'); for (;;) {}")
        text = ""
        while text != "one\ntwo\n":
            text += self.runner.read().get("data", "")
        self.runner.interrupt()
        self.runner.finish()

    def test_many_lines_make_few_frames(self):
        cell = self.run_cell("for (var i = 0; i < 50000; i++) console.log('line ' + i)")
        self.assertEqual(cell.text(), "".join("line %d\n" % i for i in range(50000)))
        self.assertLess(len(cell.frames), 200)
        self.assertTrue(all(len(frame["data"]) <= 40000 for frame in cell.of("stdout")))

    def test_one_large_write_is_split(self):
        cell = self.run_cell("var s = '\\u20ac'; while (s.length < 1e6) s += s; console.log(s)")
        self.assertEqual(cell.text(), "\u20ac" * 1048576 + "\n")
        self.assertTrue(all(len(frame["data"].encode()) <= 33000 for frame in cell.of("stdout")))

    def test_order_of_streams_displays_and_results(self):
        cell = self.run_cell("console.log('a'); console.error('b'); console.log('c'); display('d'); console.log('e'); 5")
        self.assertEqual(cell.kinds, ["started", "stdout", "stderr", "stdout", "display", "stdout", "result", "done"])

    def test_text_is_valid(self):
        cell = self.run_cell(r"console.log('\ud83d\ude00', '\ud800', 'a\u0000b', '\u2028')")
        self.assertEqual(cell.text(), "\U0001F600 \ufffd a\0b \u2028\n")

    def test_source_with_astral_characters(self):
        self.assertEqual(self.value("var s = '\U0001F600'; s.length + s"), "2\U0001F600")

    def test_streams_of_process(self):
        cell = self.run_cell("process.stdout.write('x'); process.stdout.write(new Uint8Array([104, 105]));"
                             "process.stderr.write('y\\n'); process.stdout.isTTY")
        self.assertEqual((cell.text(), cell.text("stderr"), cell.result), ("xhi", "y\n", {"text/plain": "false"}))


class AttributionTest(RunnerTest):
    def test_timers_write_for_the_cell_that_set_them(self):
        self.run_cell("setTimeout(function () { console.log('late') }, 1)")
        frame = self.runner.read()
        self.assertEqual((frame["type"], frame["id"], frame["data"]), ("stdout", "cell-1", "late\n"))

    def test_timers_inherit_through_timers(self):
        self.run_cell("setTimeout(function () { setTimeout(function () { console.log('inner') }, 1) }, 1)")
        self.assertEqual(self.runner.read()["id"], "cell-1")
        self.assertEqual(self.run_cell("console.log('own')").of("stdout")[0]["id"], "cell-2")

    def test_a_failing_callback_is_told_on_its_cells_stderr(self):
        self.run_cell("setTimeout(function late() { throw new TypeError('oops') }, 1)")
        frame = self.runner.read()
        self.assertEqual((frame["type"], frame["id"]), ("stderr", "cell-1"))
        self.assertEqual(frame["data"], "Uncaught TypeError: oops\n    at late (<cell 1>:1)\n")
        self.assertEqual(self.value("1"), "1")
