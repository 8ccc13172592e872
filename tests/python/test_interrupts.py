"""SIGINT ends what the cell does, keeps the kernel, and means nothing at other times."""

import os
import signal
import time
import unittest

from kernel_test_case import KernelTestCase
from runner_process import Runner

# Says `ready` once the main thread has come to the cell's last line, or waits in its event loop, or computes a repr;
# from a thread that watches it.
WATCH = """
import sys, threading
def _watch(main=threading.main_thread().ident, last=%d):
    while True:
        frame = sys._current_frames().get(main)
        while frame is not None:
            is_at_end = frame.f_code.co_filename.startswith('<cell') and frame.f_lineno == last
            if is_at_end or frame.f_code.co_name in ('select', '__repr__'):
                sys.stderr.write('ready\\n'); sys.stderr.flush()
                return
            frame = frame.f_back
threading.Thread(target=_watch, daemon=True).start()
"""
LINES = WATCH.count("\n")


class Interrupts(KernelTestCase):
    def interrupted(self, code, expected="KeyboardInterrupt"):
        last = LINES + code.count("\n") + 1
        cell = self.runner.run_interrupted(WATCH % last + code)
        self.assertEqual(cell.done["cancelled"], expected is not None, cell.text)
        if expected:
            self.assertEqual(cell.error["ename"], expected)
        self.assertAlive()
        return cell

    def test_busy_loops_and_waits(self):
        self.run_cell("import time, socket, subprocess, select, queue, asyncio, os, threading")
        for code in (
            "while True: pass",
            "time.sleep(60)",
            "threading.Event().wait()",
            "queue.Queue().get()",
            "a, b = socket.socketpair(); a.recv(1)",
            "select.select([], [], [], 60)",
            "r, w = os.pipe(); os.read(r, 1)",
            "threading.Lock().acquire() and threading.Lock().acquire()\n"
            "l = threading.Lock(); l.acquire(); l.acquire()",
            "[x for x in iter(int, 1)]",
        ):
            self.interrupted(code)

    def test_children(self):
        for code in (
            "subprocess.run(['sleep', '60'])",
            "os.system('sleep 60') and 1",
            "!sleep 60",
            "x = !sleep 60",
            "subprocess.check_output('sleep 60', shell=True)",
        ):
            last = LINES + 2
            cell = self.runner.begin(WATCH % last + "import os, subprocess\n" + code)
            self.runner.wait_for(lambda frame: "ready" in frame.get("data", ""))
            children = _wait_for_child(self.runner.pid)
            self.runner.interrupt()
            for child in children:
                _interrupt(child)  # as the host does
            self.runner.finish(cell)
            self.assertTrue(cell.done["cancelled"], code)
            self.assertAlive()

    def test_awaiting(self):
        self.run_cell("import asyncio, time\nasync def spin():\n    while True: pass")
        for code in (
            "await asyncio.sleep(60)",
            "await asyncio.gather(*(asyncio.sleep(60) for i in range(3)))",
            "await asyncio.wait_for(asyncio.Event().wait(), 60)",
            "await spin()",
            "time.sleep(await asyncio.sleep(0, 60))",
            "asyncio.run(asyncio.sleep(60))",
            "await asyncio.shield(asyncio.sleep(60))",
            "async for x in (await asyncio.sleep(60) for _ in 'a'): pass",
        ):
            self.interrupted(code)

    def test_background_tasks_outlive_an_interrupt(self):
        self.run_cell(
            "import asyncio\nticks = 0\nasync def tick():\n    global ticks\n    while True:\n"
            "        ticks += 1; await asyncio.sleep(0.001)\ntask = asyncio.ensure_future(tick())\nawait asyncio.sleep(0)"
        )
        self.interrupted("await asyncio.sleep(60)")
        self.run_cell("before = ticks\nwhile ticks < before + 3: await asyncio.sleep(0.001)")
        self.assertText("task.done()", "False")
        self.run_cell("task.cancel();")

    def test_cleaning_up_is_done(self):
        cell = self.interrupted(
            "import asyncio\nasync def f():\n    try: await asyncio.sleep(60)\n"
            "    finally: print('cleaned')\nawait f()"
        )
        self.assertEqual(cell.stdout, "cleaned\n")

    def test_printing_loops_and_frames_stay_whole(self):
        for code in (
            "while True: print('x' * 50)",
            "while True: print('x' * 50, flush=True)",
            "while True: display({'a': 1})",
            "while True: sys.stdout.write('é' * 40000)",
        ):
            self.interrupted(code)

    def test_values_whose_repr_does_not_end(self):
        self.run_cell("class Slow:\n    def __repr__(self):\n        while True: pass")
        self.interrupted("Slow()")

    def test_helpers(self):
        self.run_cell("import threading")
        self.interrupted("parallel([threading.Event().wait] * 3)")
        self.runner.tools["*"] = lambda frame: None  # never answers
        self.interrupted("tool.forever()")
        self.interrupted("parallel([lambda: tool.forever()] * 3)")
        self.runner.tools.clear()

    def test_an_interrupt_that_is_caught(self):
        cell = self.interrupted(
            "import time\ndef f():\n    try: time.sleep(60)\n    except KeyboardInterrupt: print('caught')\nf()", None
        )
        self.assertEqual((cell.stdout, cell.done["status"]), ("caught\n", "ok"))

    def test_numpy(self):
        if self.run_cell("import numpy").error is None:
            self.interrupted("while True: numpy.ones((200, 200)) @ numpy.ones((200, 200))")

    def test_late_signals_mean_nothing(self):
        for _ in range(200):
            self.runner.interrupt()
            cell = self.runner.begin("1")
            self.runner.wait_for(lambda frame: frame["type"] == "done")
        self.assertAlive()

    def test_signals_at_any_moment_leave_every_frame_whole(self):
        """Each cell ends once, with `done`, whenever the signal comes; the driver parses all frames strictly."""
        for round in range(300):
            cell = self.runner.begin("for i in range(%d): print('y' * 200)\ndisplay({'b': [1]})\n%d" % (round, round))
            if round % 3:
                self.runner.wait_for(lambda frame: frame["type"] == "started")
            self.runner.interrupt()
            self.runner.finish(cell)
            self.assertEqual(len(cell.of_type("done")), 1)
            self.assertIn(cell.done["status"], ("ok", "error"))
        self.assertAlive()


class Handlers(KernelTestCase):
    def test_a_cells_handler_is_its_own_and_gone_afterwards(self):
        for code in (
            "signal.signal(signal.SIGINT, signal.SIG_IGN)",
            "signal.signal(signal.SIGINT, signal.SIG_DFL)",
            "signal.signal(signal.SIGINT, lambda *a: print('mine'))",
            "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])",
        ):
            self.run_cell("import signal\n" + code)
            cell = self.runner.run_interrupted("import sys\nprint('ready', flush=True)\nwhile True: pass")
            self.assertTrue(cell.done["cancelled"], code)

    def test_an_alarm_does_not_hit_a_later_cell(self):
        self.run_cell(
            "import signal\ndef ring(*a): raise TimeoutError('rang')\nsignal.signal(signal.SIGALRM, ring)\n"
            "signal.setitimer(signal.ITIMER_REAL, 0.01)"
        )
        self.assertText("import time; time.sleep(0.05); 'quiet'", "'quiet'")

    def test_an_alarm_that_raises_while_frames_are_written(self):
        for delay in range(1, 60):
            cell = self.run_cell(
                "import signal, sys\ndef ring(*a): raise TimeoutError('rang')\n"
                "signal.signal(signal.SIGALRM, ring)\nsignal.setitimer(signal.ITIMER_REAL, %f)\n"
                "n = 0\nwhile True:\n    print(n, 'z' * 300); n += 1" % (delay / 5000)
            )
            self.assertEqual(cell.error["ename"], "TimeoutError")
            lines = [int(line.split()[0]) for line in cell.stdout.split("\n") if line.count("z") == 300]
            self.assertEqual(lines, list(range(len(lines))))
        self.assertAlive()

    def test_a_handler_that_prints_while_frames_are_written(self):
        cell = self.run_cell(
            "import signal, time\nrung = []\ndef ring(*a):\n    rung.append(1)\n    print('ring')\n"
            "signal.signal(signal.SIGALRM, ring)\nsignal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)\n"
            "n = 0\nwhile len(rung) < 100: print('z' * 300); n += 1\nsignal.setitimer(signal.ITIMER_REAL, 0)\nlen(rung), n"
        )
        self.assertEqual((cell.stdout.count("ring"), cell.stdout.count("z" * 300)), eval(cell.result["text/plain"]))

    def test_a_periodic_signal_while_the_kernel_idles(self):
        with Runner() as runner:
            runner.run(
                "import signal\ndef ring(*a): raise ValueError('between cells')\n" "signal.signal(signal.SIGUSR1, ring)"
            )
            os.kill(runner.pid, signal.SIGUSR1)
            runner.wait_for(lambda frame: "between cells" in frame.get("data", ""))
            self.assertEqual(runner.run("6 * 7").text, "42")


def _interrupt(pid):
    try:
        os.kill(pid, signal.SIGINT)
    except ProcessLookupError:
        pass


def _wait_for_child(pid):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        children = _descendants(pid)
        if any(_is_program(child, "sleep") for child in children):
            return children
    raise AssertionError("no child")


def _is_program(pid, name):
    try:
        with open("/proc/%d/comm" % pid) as file:
            return file.read().strip() == name
    except OSError:
        return False


def _descendants(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
        children = list(map(int, file.read().split()))
    return children + [below for child in children for below in _descendants(child)]


if __name__ == "__main__":
    unittest.main()
