"""The heap limit: a clear error, and the truth about whether the kernel survives."""

from runner import RunnerTest

LIMIT = {"EVAL_HEAP_LIMIT": str(32 << 20)}


class HeapLimitTest(RunnerTest):
    def setUp(self):
        self.runner = self.start_runner(env=LIMIT)

    def assert_out_of_memory(self, cell):
        self.assertEqual(cell.error["ename"], "RangeError")
        self.assertIn("out of memory", cell.error["evalue"])

    def test_garbage_of_a_failed_cell_is_taken_back(self):
        for code in ("(function () { var hog = []; for (;;) hog.push({a: 1}) })()",
                     "(function () { var s = 'xxxxxxxx'; for (;;) s += s })()",
                     "(function () { var hog = []; for (;;) hog.push(new Uint8Array(1e6)) })()"):
            cell = self.run_cell(code)
            self.assert_out_of_memory(cell)
            self.assertNotIn("restart", cell.done)
            self.assertEqual(self.value("'alive'"), "alive")

    def test_what_is_still_held_asks_for_a_fresh_kernel(self):
        cell = self.run_cell("var hog = []; for (;;) hog.push({a: 1})")
        self.assert_out_of_memory(cell)
        self.assertTrue(cell.done["restart"])
        self.assertEqual(self.runner.process.wait(10), 0)

    def test_it_can_be_caught(self):
        cell = self.run_cell("try { (function () { var s = 'xx'; for (;;) s += s })() } catch (e) { e.name }")
        self.assertEqual((cell.done["status"], cell.result), ("ok", {"text/plain": "RangeError"}))

    def test_showing_large_values(self):
        self.run_cell("var big = []; for (var i = 0; i < 200000; i++) big.push(i)")
        cell = self.run_cell("big")
        self.assertEqual(cell.done["status"], "ok")
        self.assertIn("... 199900 more items", cell.result["text/plain"])

    def test_a_value_too_large_for_a_frame(self):
        runner = self.start_runner(env={"EVAL_HEAP_LIMIT": str(256 << 20)})
        cell = runner.run("var s = 'x'; while (s.length < 2e7) s += s; s")
        self.assertIn("too large", cell.result["text/plain"])
        self.assertLess(len(cell.result["text/plain"]), 100)

    def test_memory_of_the_process_is_small(self):
        with open("/proc/%d/maps" % self.runner.process.pid) as maps:
            if "san.so" in maps.read():
                self.skipTest("sanitizers take memory of their own")
        with open("/proc/%d/status" % self.runner.process.pid) as status:
            resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        self.assertLess(resident, 12 << 10)
