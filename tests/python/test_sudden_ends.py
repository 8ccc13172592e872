"""What a cell printed before its process ends at once, or before it does not come back from C, is out."""

import signal
import unittest

from runner_process import Runner, RunnerEnded

THREE_LINES = "import ctypes, os, signal, sys\nprint('one')\nprint('two', file=sys.stderr)\nprint('three')\n"
MANY_LINES = THREE_LINES + "for i in range(500): print('line', i)\nprint('no end of line', end='')\n"


class SuddenEnds(unittest.TestCase):
    def text_of_last_words(self, code):
        with Runner() as runner:
            cell = runner.begin(code)
            self.assertRaises(RunnerEnded, runner.finish, cell)
            return cell.text, runner.wait()

    def test_a_process_that_a_cell_ends_has_told_all(self):
        for end, status in (
            ("os._exit(3)", 3 << 8),
            ("os._exit(status=3)", 3 << 8),
            ("os.abort()", signal.SIGABRT),
            ("os.kill(os.getpid(), signal.SIGKILL)", signal.SIGKILL),
            ("signal.raise_signal(signal.SIGSEGV)", signal.SIGSEGV),
            ("os.execvp('false', ['false'])", 1 << 8),
        ):
            text, ended = self.text_of_last_words(MANY_LINES + end)
            self.assertTrue(text.startswith("one\ntwo\nthree\nline 0\n"), (end, text[:200]))
            self.assertTrue(text.endswith("line 499\nno end of line"), (end, text[-200:]))
            self.assertEqual(ended & ~0x80, status, end)

    def test_a_few_lines_are_out_before_a_crash_in_c(self):
        text, ended = self.text_of_last_words(THREE_LINES + "ctypes.string_at(0)")
        self.assertEqual((text, ended & 0x7F), ("one\ntwo\nthree", signal.SIGSEGV))

    def test_what_is_flushed_is_out_before_a_crash_in_c(self):
        text, _ = self.text_of_last_words(
            "import ctypes\nfor i in range(20): print(i)\nprint('flushed', flush=True)\nctypes.string_at(0)"
        )
        self.assertTrue(text.endswith("19\nflushed"), text)

    def test_a_few_lines_are_out_while_c_code_holds_the_interpreter(self):
        with Runner() as runner:
            cell = runner.begin(THREE_LINES + "sum(range(10 ** 13))")
            runner.wait_for(lambda frame: frame.get("data") == "three\n")
            self.assertEqual(cell.text, "one\ntwo\nthree")

    def test_a_signal_to_itself_is_the_cells(self):
        with Runner() as runner:
            cell = runner.run("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nprint('after')")
            self.assertEqual((cell.error["ename"], cell.stdout), ("KeyboardInterrupt", ""))

    def test_a_forked_child_may_end_so_too(self):
        with Runner() as runner:
            cell = runner.run(
                "import os\nprint('parent')\nif not os.fork():\n    print('child')\n    os._exit(5)\nos.wait()[1] >> 8"
            )
            self.assertEqual(cell.text, "parent\nchild\n5")


class Unhandled(unittest.TestCase):
    def stderr_of(self, code):
        with Runner() as runner:
            cell = runner.run(code)
            self.assertEqual(cell.done["status"], "ok", cell.text)
            return cell.stderr

    def test_errors_of_threads_show_the_cells_lines(self):
        text = self.stderr_of(
            "import threading\ndef work():\n    raise ValueError('late')\n"
            "t = threading.Thread(target=work, name='worker'); t.start(); t.join()"
        )
        self.assertEqual(
            text,
            "Exception in thread worker:\nTraceback (most recent call last):\n"
            "  File \"<cell 1>\", line 3, in work\n    raise ValueError('late')\nValueError: late\n",
        )

    def test_a_thread_that_exits_says_nothing(self):
        self.assertEqual(
            self.stderr_of("import sys, threading\nt = threading.Thread(target=sys.exit); t.start(); t.join()"), ""
        )

    def test_a_cells_own_hook_is_heeded(self):
        self.assertEqual(
            self.stderr_of(
                "import sys, threading\nthreading.excepthook = lambda ended: print('mine', file=sys.stderr)\n"
                "t = threading.Thread(target=lambda: 1/0); t.start(); t.join()"
            ),
            "mine\n",
        )

    def test_errors_of_finalisers_show_no_frames_of_the_runner(self):
        text = self.stderr_of(
            "import os, signal\nclass Loud:\n    def __del__(self):\n        os.kill(os.getpid(), signal.SIGINT)\n"
            "loud = Loud()\ndel loud"
        )
        self.assertTrue(text.startswith("Exception ignored in: <function Loud.__del__ at "), text)
        self.assertIn('  File "<cell 1>", line 4, in __del__\n    os.kill(os.getpid(), signal.SIGINT)\n', text)
        self.assertNotIn("eval_runner", text)

    def test_errors_of_bare_threads_name_what_they_ran(self):
        with Runner() as runner:
            cell = runner.begin(
                "import _thread, threading\ndef work(): 1/0\n_thread.start_new_thread(work, ())\n"
                "threading.Event().wait()"
            )
            runner.wait_for(lambda frame: "ZeroDivisionError" in frame.get("data", ""))
            runner.interrupt()
            self.assertRegex(runner.finish(cell).stderr, "thread started by:? <function work at ")


class DeepRecursions(unittest.TestCase):
    def test_only_both_ends_are_told(self):
        with Runner() as runner:
            cell = runner.run(
                "import sys\nsys.setrecursionlimit(6000)\n"
                "def down(n):\n    return down(n - 1) if n else 1/0\ndown(5000)"
            )
            self.assertEqual(cell.error["ename"], "ZeroDivisionError")
            self.assertRegex(cell.text, r"\n  \[… 300\d frames left out …\]\n")
            self.assertTrue(cell.text.startswith('Traceback (most recent call last):\n  File "<cell 1>", line 5, in'))
            self.assertLess(len(cell.text), 2000)

    def test_what_is_less_deep_is_told_whole(self):
        with Runner() as runner:
            cell = runner.run(
                "import sys\nsys.setrecursionlimit(3000)\n"
                "def down(n):\n    return down(n - 1) if n else 1/0\ndown(1500)"
            )
            self.assertIn("  [Previous line repeated 1498 more times]", cell.error["traceback"])


class ExitCodes(unittest.TestCase):
    def test_a_code_that_no_process_could_have_is_1(self):
        with Runner() as runner:
            for code in ("2**70", "10**5000", "-2**40"):
                done = runner.run("import sys\nsys.exit(%s)" % code).done
                self.assertEqual((done["status"], done["exitCode"]), ("error", 1), code)
            self.assertEqual(runner.run("6 * 7").text, "42")


if __name__ == "__main__":
    unittest.main()
