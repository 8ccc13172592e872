"""Frames, their order, and the messages beside cells."""

import os
import tempfile

from runner import RunnerTest


class ProtocolTest(RunnerTest):
    def test_ready_comes_first(self):
        self.assertEqual(self.runner.ready, {"type": "ready", "protocol": 1, "language": "js",
                                             "version": "Duktape 2.7.0"})

    def test_a_cell_has_started_result_done(self):
        cell = self.run_cell("1 + 1")
        self.assertEqual(cell.kinds, ["started", "result", "done"])
        self.assertTrue(all(frame["id"] == "cell-1" for frame in cell.frames))
        self.assertEqual(cell.result, {"text/plain": "2"})
        self.assertEqual(cell.done, {"type": "done", "id": "cell-1", "status": "ok", "executionCount": 1,
                                     "cancelled": False})

    def test_no_value_shows_nothing(self):
        self.assertEqual(self.run_cell("var x = 1;").kinds, ["started", "done"])

    def test_silent_and_uncounted_cells(self):
        self.run_cell("'first'")
        cell = self.run_cell("'hidden'", silent=True)
        self.assertEqual((cell.kinds, cell.done["executionCount"]), (["started", "done"], 1))
        self.assertEqual(self.run_cell("2", storeHistory=False).done["executionCount"], 1)
        self.assertEqual(self.run_cell("_").done["executionCount"], 2)

    def test_last_value_until_the_script_has_its_own(self):
        self.run_cell("'kept'")
        self.run_cell("'hidden'", silent=True)
        self.assertEqual(self.value("_"), "kept")
        self.run_cell("var _ = 'mine'; 5")
        self.assertEqual(self.value("_"), "mine")

    def test_ping_and_unknown_messages(self):
        self.runner.send(b"no json at all")
        self.runner.send(b"[1,2]")
        self.runner.send({"type": "unknown"})
        self.runner.send({"type": "barrier", "n": 99})
        self.runner.send({"type": "tool_result", "callId": "none", "ok": True, "value": 1})
        self.runner.send({"type": "ping"})
        self.assertEqual(self.runner.read(), {"type": "pong"})

    def test_exit_and_end_of_requests(self):
        self.runner.send({"type": "exit"})
        self.assertEqual(self.runner.process.wait(10), 0)
        other = self.start_runner()
        other.requests.close()
        self.assertEqual(other.process.wait(10), 0)

    def test_a_busy_script_does_not_outlive_its_host(self):
        self.runner.start("console.log('busy'); for (;;) {}")
        while self.runner.read()["type"] != "stdout":
            pass
        self.runner.requests.close()
        self.assertEqual(self.runner.process.wait(10), 0)

    def test_requests_that_come_early_wait(self):
        self.runner.start("console.log(1)")
        self.runner.start("console.log(2)")
        self.assertEqual([self.runner.finish().text(), self.runner.finish().text()], ["1\n", "2\n"])

    def test_cwd_and_env_are_lent(self):
        before = self.value("process.cwd()")
        with tempfile.TemporaryDirectory() as folder:
            folder = os.path.realpath(folder)
            cell = self.run_cell("process.cwd() + ' ' + process.env.LENT + ' ' + process.env.HOME", cwd=folder,
                                 env={"LENT": "yes", "HOME": None})
            self.assertEqual(cell.result["text/plain"], folder + " yes undefined")
            self.runner.send({"type": "restore"})
        self.assertEqual(self.value("process.cwd() + ' ' + process.env.LENT"), before + " undefined")
        self.assertNotEqual(self.value("process.env.HOME"), "undefined")

    def test_a_directory_that_is_not_there_fails_the_cell(self):
        cell = self.run_cell("1", cwd="/nonexistent/folder")
        self.assertIn("ENOENT", cell.error["evalue"])
        self.assertEqual(cell.done["status"], "error")

    def test_descriptors_as_the_service_gives_them(self):
        runner = self.start_runner(stdio=False)
        self.assertEqual(runner.run("6 * 7").result, {"text/plain": "42"})
        folder = "/proc/%d/fd/" % runner.process.pid
        pipes = {int(name) for name in os.listdir(folder) if os.readlink(folder + name).startswith("pipe:")}
        self.assertEqual(pipes, {1, 2, 64, 65})
        self.assertEqual(os.readlink(folder + "0"), "/dev/null")

    def test_an_overlong_request_is_dropped(self):
        self.runner.send(b'{"id":"x","code":"' + b" " * (65 << 20) + b'"}')
        self.assertEqual(self.value("'alive'"), "alive")

    def test_exit_code_and_restart(self):
        cell = self.run_cell("console.log('bye'); process.exit(3); console.log('never')")
        self.assertEqual(cell.text(), "bye\n")
        self.assertEqual((cell.done["status"], cell.done["exitCode"], cell.done["restart"]), ("error", 3, True))
        self.runner.process.wait(10)

    def test_exit_zero_is_a_success_that_nothing_catches(self):
        cell = self.run_cell("try { process.exit() } finally { console.log('never') }")
        self.assertEqual((cell.done["status"], cell.done["exitCode"], cell.text()), ("ok", 0, ""))
