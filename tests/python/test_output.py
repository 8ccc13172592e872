"""Whose text is whose, in which order it comes, and when."""

import time
import unittest

from kernel_test_case import KernelTestCase
from runner_process import Runner


class Streams(KernelTestCase):
    def test_stdout_and_stderr_keep_their_order(self):
        cell = self.run_cell("import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)\nsys.stderr.write('4')")
        self.assertEqual(cell.text, "1\n2\n3\n4\n1")
        self.assertEqual((cell.stdout, cell.stderr), ("1\n3\n", "2\n4"))

    def test_text_displays_and_errors_keep_their_order(self):
        self.assertTrue(self.run_cell("print(1)\ndisplay(2)\nprint(3)\n1/0").text.startswith("1\n2\n3\nTraceback"))

    def test_streams_are_what_programs_expect(self):
        self.run_cell("import sys, io")
        for stream, descriptor in (("sys.stdout", 1), ("sys.stderr", 2)):
            code = "s = {0}; s.encoding, s.isatty(), s.fileno(), s.closed, s.writable(), isinstance(s, io.TextIOBase)"
            self.assertText(code.format(stream), "('utf-8', False, %d, False, True, True)" % descriptor)
        self.assertText("sys.stdout is sys.__stdout__", "True")
        self.assertText("sys.stdout.reconfigure(encoding='utf-8', line_buffering=True)", "")
        self.assertText("print('a', file=sys.stdout, flush=True); sys.stdout.writelines(['b', 'c'])", "a\nbc")
        self.assertEqual(self.run_cell("sys.stdout.write(b'x')").error["ename"], "TypeError")
        self.assertEqual(self.run_cell("print(1, file=3)").error["ename"], "AttributeError")

    def test_bytes_are_text_in_the_end(self):
        code = "import sys\nfor b in 'né€'.encode(): sys.stdout.buffer.write(bytes([b]))\nsys.stdout.buffer.flush()"
        self.assertText(code, "né€")
        self.assertText("sys.stdout.buffer.write(b'\\xff!\\xe2\\x82')\nNone", "\ufffd!\ufffd")
        self.assertText("print(1)\nsys.stdout.buffer.write(b'2\\n')\nprint(3)", "1\n2\n3")
        self.assertText("sys.stdout.buffer.write(memoryview(b'ab'))\nNone", "ab")

    def test_lone_surrogates_are_replaced_and_pairs_joined(self):
        self.assertText("print('a' + chr(0xd83d) + 'b', chr(0xd83d) + chr(0xde00))", "a\ufffdb \U0001f600")

    def test_closing_and_detaching_silence_nothing(self):
        self.run_cell("import sys; sys.stdout.close(); sys.stderr.close()")
        self.assertText("print('still')", "still")
        self.run_cell("import io; sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding='utf-8')")
        self.assertText("print('again')", "again")

    def test_a_replaced_stream_is_flushed_and_put_back(self):
        self.assertText(
            "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'utf-8')\nprint('wrapped')", "wrapped"
        )
        self.run_cell("sys.stdout = None")
        self.assertText("print('back')", "back")
        self.run_cell("sys.stdout = io.StringIO()\nprint('kept away')")
        self.assertText("print('back')", "back")
        self.run_cell("del sys.stdout, sys.stderr")
        self.assertText("print('back')", "back")

    def test_redirection_works(self):
        self.assertText(
            "import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as text: print('in')\n"
            "text.getvalue()",
            "'in\\n'",
        )

    def test_text_subclasses_and_large_writes(self):
        self.assertText(
            "class S(str):\n    def __str__(self): return 'no'\nimport sys\nsys.stdout.write(S('yes'))\nNone", "yes"
        )
        cell = self.run_cell("n = sys.stdout.write('é' * 200000)\nprint(n)")
        self.assertEqual(cell.stdout, "é" * 200000 + "200000\n")
        self.assertLessEqual(max(len(frame["data"]) for frame in cell.of_type("stdout")), 32 * 1024)


class Threads(KernelTestCase):
    def test_lines_of_threads_are_whole(self):
        cell = self.run_cell(
            """
import sys, threading
def work(i):
    for j in range(200): sys.stdout.write('<%d-%d>\\n' % (i, j))
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
for t in threads: t.start()
for t in threads: t.join()
"""
        )
        self.assertEqual(sorted(cell.stdout.split()), sorted("<%d-%d>" % (i, j) for i in range(8) for j in range(200)))

    def late_text(self, start, release, text="late"):
        """The id and cell of text that a thread of one cell prints during another."""
        first = self.run_cell("import threading\ngate, over = threading.Event(), threading.Event()\n" + start)
        second = self.run_cell(release)
        if not any(text in frame.get("data", "") for frame in self.runner.frames):
            self.runner.wait_for(lambda frame: text in frame.get("data", ""))
        ids = [frame["id"] for frame in self.runner.frames if text in frame.get("data", "")]
        return ids, first, second

    def test_a_thread_writes_for_the_cell_that_started_it(self):
        body = "def work():\n    gate.wait(); print('late1'); over.set()\n"
        ids, first, second = self.late_text(
            body + "threading.Thread(target=work).start()", "gate.set(); over.wait()", "late1"
        )
        self.assertEqual(ids, [first.id])
        self.assertEqual(second.stdout, "")

    def test_so_does_one_of_the_thread_module_itself(self):
        body = "def work():\n    gate.wait(); print('late2'); over.set()\n"
        ids, first, _ = self.late_text(
            body + "import _thread; _thread.start_new_thread(work, ())", "gate.set(); over.wait()", "late2"
        )
        self.assertEqual(ids, [first.id])

    def test_a_pool_writes_for_the_cell_that_gives_it_work(self):
        self.run_cell(
            "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\n"
            "list(pool.map(print, 'ab'))"
        )
        cell = self.run_cell("list(pool.map(print, 'cd'));")
        self.assertEqual(sorted(cell.stdout.split()), ["c", "d"])

    def test_to_thread_writes_for_its_task(self):
        if not self.runner.ready["version"].startswith("3.8"):
            cell = self.run_cell("import asyncio\nawait asyncio.to_thread(print, 'in a thread')")
            self.assertEqual(cell.stdout, "in a thread\n")

    def test_a_threads_error_is_told(self):
        cell = self.run_cell("import threading\nt = threading.Thread(target=lambda: 1/0); t.start(); t.join()")
        self.assertIn("ZeroDivisionError", cell.stderr)
        self.assertEqual(cell.done["status"], "ok")


class Timing(KernelTestCase):
    def test_the_first_output_comes_at_once_and_a_flood_is_gathered(self):
        cell = self.run_cell("for i in range(20000): print('row', i)")
        frames = cell.of_type("stdout")
        self.assertEqual(cell.stdout.count("\n"), 20000)
        self.assertEqual(frames[0]["data"], "row 0\n")
        self.assertLess(len(frames), 40)

    def first_output_ms(self, code):
        start = time.perf_counter()
        cell = self.runner.begin(code)
        self.runner.wait_for(lambda frame: frame["type"] == "stdout")
        elapsed = time.perf_counter() - start
        self.runner.interrupt()
        self.runner.finish(cell)
        return elapsed * 1000

    def test_a_slow_cells_first_output_does_not_wait(self):
        self.run_cell("import time")
        for code in (
            "print('x')\ntime.sleep(30)",
            "print('x', end='')\ntime.sleep(30)",
            "print('x')\nwhile True: pass",
        ):
            self.assertLess(min(self.first_output_ms(code) for _ in range(3)), 10, code)

    def test_text_without_an_end_of_line_comes_too(self):
        cell = self.runner.begin(
            "import sys\nsys.stdout.write('prompt> ')\nsys.stdout.write('more')\n"
            "import threading\nthreading.Event().wait()"
        )
        self.runner.wait_for(lambda frame: "more" in frame.get("data", ""))
        self.runner.interrupt()
        self.assertEqual(self.runner.finish(cell).stdout, "prompt> more")

    def test_progress_bars_stream(self):
        cell = self.run_cell(
            "import time, sys\nfor i in range(5):\n    sys.stdout.write('\\r%d%%' % i); sys.stdout.flush()"
            "\n    time.sleep(0.02)"
        )
        self.assertGreaterEqual(len(cell.of_type("stdout")), 4)

    def test_finalisers_may_print_at_any_moment(self):
        cell = self.run_cell(
            """
import gc
class Loud:
    def __init__(self): self.me = self
    def __del__(self): print('gone')
gc.set_threshold(5)
for i in range(3000):
    Loud()
    print('x' * 100)
gc.collect(); gc.set_threshold(700)
"""
        )
        self.assertEqual((cell.stdout.count("gone"), cell.stdout.count("x" * 100)), (3000, 3000))


class Order(unittest.TestCase):
    def test_text_before_a_child_stays_before_it(self):
        with Runner() as runner:
            for start in (
                "os.system('echo child')",
                "subprocess.run(['echo', 'child'])",
                "subprocess.Popen('echo child', shell=True).wait()",
                "os.spawnlp(os.P_WAIT, 'echo', 'echo', 'child')",
                "os.waitpid(os.posix_spawnp('echo', ['echo', 'child'], os.environ), 0)",
                "os.write(sys.stdout.fileno(), b'child\\n')",
                "os.write(1, b'child\\n')",
                "os.write(2, b'child\\n')",
                "p = mp.get_context('fork').Process(target=print, args=('child',)); p.start(); p.join()",
            ):
                cell = runner.run(
                    "import os, subprocess, sys, multiprocessing as mp\nprint('before')\n" "%s\nprint('after')" % start
                )
                self.assertEqual(cell.text, "before\nchild\nafter", start)

    def test_a_cell_without_text_needs_no_barrier(self):
        with Runner() as runner:
            self.assertEqual(runner.run("import os; os.system('true')").of_type("barrier"), [])

    def test_a_host_that_does_not_answer_is_not_waited_for_long(self):
        with Runner() as runner:
            runner._answer = lambda frame: None
            cell = runner.run("print(1)\nimport os; os.system('true')")
            self.assertEqual(cell.done["status"], "ok")


if __name__ == "__main__":
    unittest.main()
