"""SIGINT: what it stops, and what it leaves alone."""

from runner import RunnerTest


class InterruptTest(RunnerTest):
    def interrupt_when_busy(self, code, whole=None):
        self.runner.start(whole or "console.log('busy');" + code)
        frames = []
        while not frames or frames[-1]["type"] != "stdout":
            frames.append(self.runner.read())
        self.runner.interrupt()
        return self.runner.finish(frames)

    def assert_interrupted(self, cell):
        self.assertEqual((cell.done["status"], cell.done["cancelled"]), ("error", True))
        self.assertEqual(cell.error["ename"], "Interrupted")

    def test_a_busy_loop_ends_and_names_are_kept(self):
        self.run_cell("var kept = 20")
        self.assert_interrupted(self.interrupt_when_busy("while (true) {}"))
        self.assertEqual(self.value("kept + 22"), "42")

    def test_it_can_not_be_caught(self):
        self.assert_interrupted(self.interrupt_when_busy(
            "while (true) { try { while (true) {} } catch (e) {} finally {} }"))
        self.assert_interrupted(self.interrupt_when_busy(
            "(function again() { try { for (;;) {} } finally { again() } })()"))

    def test_inside_callbacks_getters_and_conversions(self):
        for code in ("[1].forEach(function () { for (;;) {} })",
                     "'a'.replace(/a/, function () { for (;;) {} })",
                     "({get x() { for (;;) {} }}).x",
                     "'' + {toString: function () { for (;;) {} }}",
                     "JSON.stringify({toJSON: function () { for (;;) {} }})",
                     "display({get x() { for (;;) {} }})",
                     "display({toJSON: function () { for (;;) {} }})",
                     "[3, 1, 2].sort(function () { for (;;) {} })"):
            self.assert_interrupted(self.interrupt_when_busy(code))
        self.assertEqual(self.value("'alive'"), "alive")

    def test_while_a_large_value_is_shown(self):
        cell = self.interrupt_when_busy(
            "var big = []; for (var i = 0; i < 100; i++) { big.push([]); for (var j = 0; j < 100; j++) {"
            " big[i].push([]); for (var k = 0; k < 100; k++) big[i][j].push({k: k}) } }"
            " for (;;) console.log(big)")
        self.assert_interrupted(cell)

    def test_the_place_is_told(self):
        cell = self.interrupt_when_busy("", "function spin() {\n  console.log('busy')\n  for (;;) {}\n}\nspin()")
        self.assertIn("    at spin (<cell 1>:", cell.traceback)

    def test_outside_a_cell_it_is_ignored(self):
        self.runner.interrupt()
        self.assertEqual(self.value("1"), "1")
        self.runner.interrupt()
        self.runner.send({"type": "ping"})
        self.assertEqual(self.runner.read(), {"type": "pong"})

    def test_output_before_it_is_there(self):
        self.runner.start("for (var i = 0; i < 100; i++) console.log(i); console.error('now'); for (;;) {}")
        frames = []
        while not frames or frames[-1]["type"] != "stderr":
            frames.append(self.runner.read())
        self.runner.interrupt()
        self.runner.finish(frames)
        printed = "".join(frame["data"] for frame in frames if frame["type"] == "stdout")
        self.assertEqual(printed, "".join("%d\n" % i for i in range(100)))

    def test_slow_native_calls_are_no_shelter(self):
        self.assert_interrupted(self.interrupt_when_busy("while (true) new Array(10000).join('x')"))
