"""The frames of the wire protocol, and which processes see its descriptors."""

import os
import signal
import subprocess
import sys
import time
import unittest

from kernel_test_case import KernelTestCase
from runner_process import PYTHON, RUNNER, Runner, RunnerEnded, parse_strictly


class Frames(KernelTestCase):
    def test_ready_names_language_and_protocol(self):
        ready = self.runner.ready
        self.assertEqual((ready["protocol"], ready["language"]), (1, "python"))
        self.assertRegex(ready["version"], r"^3\.\d+\.\d+$")

    def test_a_cell_is_framed_by_started_and_done(self):
        cell = self.run_cell("print(1)\n2")
        self.assertEqual([frame["type"] for frame in cell.frames], ["started", "stdout", "result", "done"])
        self.assertTrue(all(frame["id"] == cell.id for frame in cell.frames))

    def test_counting(self):
        first = self.run_cell("1").done["executionCount"]
        self.assertEqual(self.run_cell("1", storeHistory=False).done["executionCount"], first)
        self.assertEqual(self.run_cell("1", silent=True).done["executionCount"], first)
        self.assertEqual(self.run_cell("1/0").done["executionCount"], first + 1)

    def test_a_silent_cell_has_no_result_and_leaves_the_last_value(self):
        self.run_cell("'kept'")
        self.assertIsNone(self.run_cell("'dropped'", silent=True).result)
        self.assertText("_", "'kept'")

    def test_a_cell_that_is_not_counted_still_has_its_own_lines_in_tracebacks(self):
        cell = self.run_cell("raise ValueError('here')", storeHistory=False)
        self.assertIn("    raise ValueError('here')", cell.error["traceback"])

    def test_ping(self):
        self.run_cell("1")
        self.runner.send({"type": "ping"})
        self.runner.wait_for(lambda frame: frame["type"] == "pong")

    def test_lines_that_are_no_request_are_ignored(self):
        for line in (b"", b"[1]", b"{", b"nonsense", b'{"type":"unknown"}', b"\xff\xfe", b'{"a":1} x', b"[" * 5000):
            os.write(self.runner._requests, line + b"\n")
        self.assertAlive()

    def test_ids_of_any_text(self):
        self.runner.send({"id": 'q"\\\n\u2028\U0001f600', "code": "1"})
        frame = self.runner.wait_for(lambda frame: frame["type"] == "done")
        self.assertEqual(frame["id"], 'q"\\\n\u2028\U0001f600')

    def test_two_requests_in_one_write(self):
        cells = '{"id":"p1","code":"1"}\n{"id":"p2","code":"2"}\n'
        os.write(self.runner._requests, cells.encode())
        self.runner.wait_for(lambda frame: frame["type"] == "done" and frame["id"] == "p2")

    def test_cwd_and_env_are_put_back_by_restore(self):
        self.run_cell("import os; start = os.getcwd()")
        cell = self.run_cell("os.getcwd(), os.environ['EVALD_X']", cwd="/", env={"EVALD_X": "1"})
        self.assertEqual(cell.text, "('/', '1')")
        self.run_cell("0", cwd="/tmp", env={"EVALD_X": "2"})
        self.runner.send({"type": "restore"})
        self.assertText("os.getcwd() == start, 'EVALD_X' in os.environ", "(True, False)")

    def test_a_cell_whose_directory_has_been_deleted(self):
        start = self.run_cell("import os; start = os.getcwd(); start").text
        vanish = "import tempfile\nos.chdir(tempfile.mkdtemp()); os.rmdir(os.getcwd())"
        self.run_cell(vanish)
        self.assertEqual(self.run_cell("os.getcwd()", cwd="/usr").text, "'/usr'")
        self.runner.send({"type": "restore"})
        self.assertText("os.getcwd()", start)
        self.run_cell(vanish)
        self.assertEqual(self.run_cell("%cd /\n%pwd").text, "'/'")
        self.run_cell("os.chdir(start)")

    def test_a_cwd_that_is_missing_fails_the_cell(self):
        cell = self.run_cell("print('no')", cwd="/no/such/folder")
        self.assertEqual((cell.error["ename"], cell.stdout), ("FileNotFoundError", ""))
        self.assertAlive()

    def test_a_frame_is_never_larger_than_32_mib(self):
        cell = self.run_cell("print('x' * (40 << 20)); 'y' * (40 << 20)")
        self.assertEqual(len(cell.stdout), (40 << 20) + 1)
        self.assertIn("left out", cell.result["text/plain"])

    def test_exit_codes(self):
        for code, status, exit_code in (
            ("import sys; sys.exit(3)", "error", 3),
            ("sys.exit(0)", "ok", 0),
            ("sys.exit()", "ok", 0),
            ("exit()", "ok", 0),
            ("quit(4)", "error", 4),
            ("sys.exit('why')", "error", 1),
            ("sys.exit(True)", "error", 1),
        ):
            cell = self.run_cell(code)
            self.assertEqual((cell.done["status"], cell.done.get("exitCode")), (status, exit_code), code)
        self.assertNotIn("exitCode", self.run_cell("1").done)
        self.assertEqual(self.run_cell("sys.exit('why')").text, "why")


class Descriptors(KernelTestCase):
    def test_user_code_and_its_children_see_no_protocol_descriptor(self):
        self.run_cell(
            """
import os, subprocess, sys
def pipes():
    found = {}
    for fd in os.listdir('/proc/self/fd'):
        try:
            found[int(fd)] = os.readlink('/proc/self/fd/' + fd)
        except OSError:
            pass
    return {fd for fd, link in found.items() if link == protocol}
protocol = os.readlink('/proc/self/fd/64')
"""
        )
        self.assertText("[fd >= 64 for fd in pipes()]", "[True]")
        listing = "print([os.readlink('/proc/self/fd/' + f) for f in os.listdir('/proc/self/fd') if int(f) in %r])"
        self.run_cell("listing = 'import os; ' + %r %% (tuple(range(64, 70)),)" % listing)
        run = "subprocess.run([sys.executable, '-c', listing], stdout=subprocess.PIPE, close_fds=False).stdout"
        self.assertText(run, "b'[]\\n'")
        self.assertText("os.readlink('/proc/self/fd/0')", "'/dev/null'")

    def test_forged_frames_are_text(self):
        forged = '{"type":"done","id":"r1","status":"ok","executionCount":1,"cancelled":false}'
        cell = self.run_cell(
            "import os\nprint(%r)\nos.write(1, %r)\nprint('still')" % (forged, forged.encode() + b"\n")
        )
        self.assertEqual(cell.stdout, forged + "\nstill\n")
        self.assertEqual(cell.raw, forged + "\n")

    def test_argv_path_and_names_are_the_users(self):
        self.assertText("import sys; sys.argv, sys.path[0], __name__", "([''], '', '__main__')")
        self.assertText("[p for p in sys.path if 'runners' in p]", "[]")
        self.assertText("__spec__, __package__, __doc__, '__file__' in globals()", "(None, None, None, False)")
        names = "sorted(n for n in globals() if n.startswith('_') and not n.startswith('__'))"
        self.assertText(names, "[]")


class Life(unittest.TestCase):
    def test_exit_is_orderly(self):
        with Runner() as runner:
            runner.run("import atexit, os; atexit.register(lambda: os.write(1, b'bye'))")
            self.assertEqual(runner.exit(), 0)
            self.assertEqual(os.read(runner._stdout, 100), b"bye")

    def test_exit_does_not_wait_for_threads(self):
        with Runner() as runner:
            runner.run("import threading; threading.Thread(target=threading.Event().wait).start()")
            self.assertEqual(runner.exit(), 0)

    def test_end_of_the_requests_ends_the_runner_and_its_children(self):
        with Runner() as runner:
            child = int(runner.run("import subprocess; subprocess.Popen(['sleep', '1000']).pid").text)
            runner.close_requests()
            self.assertEqual(runner.wait(), 0)
            self.assertTrue(_has_ended(child))

    def test_a_killed_host_ends_a_cell_that_prints(self):
        with Runner() as runner:
            runner.begin("while True: print('x' * 1000)")
            os.close(runner._frame_pipe)
            runner._selector.unregister(runner._frame_pipe)
            self.assertNotEqual(runner.wait(), 0)
            runner._frame_pipe = -1

    def test_os_exit_ends_the_process_with_its_code(self):
        with Runner() as runner:
            with self.assertRaises(RunnerEnded):
                runner.run("import os; print('last words', flush=True); os._exit(7)")
            self.assertEqual(os.WEXITSTATUS(runner.wait()), 7)
            self.assertEqual(runner._cell.stdout, "last words\n")

    def test_a_crash_ends_the_process_by_its_signal(self):
        with Runner() as runner:
            with self.assertRaises(RunnerEnded):
                runner.run("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
            self.assertEqual(os.WTERMSIG(runner.wait()), signal.SIGSEGV)

    def test_stdio_mode_and_running_as_a_module(self):
        environment = dict(os.environ, PYTHONPATH=str(RUNNER.parent))
        for command in ([PYTHON, "-u", str(RUNNER), "--stdio"], [PYTHON, "-u", "-m", "eval_runner", "--stdio"]):
            process = subprocess.run(
                command,
                input=b'{"id":"a","code":"1+1"}\n{"type":"exit"}\n',
                env=environment,
                stdout=subprocess.PIPE,
                check=True,
                timeout=20,
            )
            frames = [parse_strictly(line) for line in process.stdout.splitlines()]
            self.assertEqual([frame["type"] for frame in frames], ["ready", "started", "result", "done"])

    def test_without_descriptors_it_says_so(self):
        process = subprocess.run([PYTHON, str(RUNNER)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=20)
        self.assertEqual(process.returncode, 1)
        self.assertIn(b"descriptors", process.stderr)


def _has_ended(pid, patience=10):
    """A process that has been sent SIGKILL is still there until it is scheduled."""
    deadline = time.monotonic() + patience
    while _is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not _is_running(pid)


def _is_running(pid):
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(unittest.main())
