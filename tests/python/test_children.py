"""Processes that cells make: forked ones, and those of multiprocessing."""

import os
import unittest

from kernel_test_case import KernelTestCase


class Forks(KernelTestCase):
    def test_a_child_that_falls_through_leaves_at_once(self):
        for end, code in (("", 0), ("; 1/0", 1), ("; import sys; sys.exit(4)", 4), ("; exit('why')", 1)):
            cell = self.run_cell(
                "import os\npid = os.fork()\nif pid:\n    status = os.waitpid(pid, 0)[1] >> 8\n    print(status)\n"
                "else:\n    print('child')" + end
            )
            self.assertEqual(cell.stdout, "%d\n" % code, end)
            self.assertTrue(cell.raw.startswith("child\n"))
            self.assertEqual(len(cell.of_type("done")), 1)
        self.assertAlive()

    def test_a_childs_error_is_told_on_its_stderr(self):
        cell = self.run_cell(
            "import os\npid = os.fork()\nif not pid: raise ValueError('in the child')\nos.waitpid(pid, 0);"
        )
        self.assertIn("ValueError: in the child", cell.raw)
        self.assertIsNone(cell.error)

    def test_children_of_awaiting_cells_leave_too(self):
        cell = self.run_cell(
            "import os, asyncio\nawait asyncio.sleep(0)\npid = os.fork()\nif pid: os.waitpid(pid, 0)\nprint(bool(pid))"
        )
        self.assertEqual((cell.stdout, cell.raw), ("True\n", "False\n"))
        self.assertAlive()

    def test_text_is_not_doubled_by_a_fork(self):
        cell = self.run_cell(
            "import os, sys\nsys.stdout.write('once')\npid = os.fork()\nif pid: os.waitpid(pid, 0)\nelse: os._exit(0)"
        )
        self.assertEqual((cell.stdout, cell.raw), ("once", ""))

    def test_tools_cannot_be_called_in_a_child(self):
        cell = self.run_cell(
            "import os\npid = os.fork()\nif not pid:\n    try: tool.x()\n    except RuntimeError as e: print(e)\n"
            "    os._exit(0)\nos.waitpid(pid, 0);"
        )
        self.assertIn("own process", cell.raw)

    def test_a_fork_among_printing_threads(self):
        cell = self.run_cell(
            """
import os, threading
stop = threading.Event()
def chat():
    while not stop.is_set(): print('x' * 50)
threads = [threading.Thread(target=chat) for _ in range(3)]
for t in threads: t.start()
statuses = []
for _ in range(20):
    pid = os.fork()
    if not pid:
        print('forked'); os._exit(0)
    statuses.append(os.waitpid(pid, 0)[1])
stop.set()
for t in threads: t.join()
set(statuses)
"""
        )
        self.assertEqual(cell.result, {"text/plain": "{0}"})
        self.assertEqual(cell.raw.count("forked\n"), 20)


DEFINITIONS = """
import multiprocessing as mp
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from collections import namedtuple
try:
    import math as m
except ImportError:
    m = None
N = 10
Pair = namedtuple('Pair', 'a b')
double = lambda x: 2 * x
print('this runs once')
@dataclass
class Point:
    x: int
origin = Point(7)
def scale(p):
    print('scaling', p.x)
    return Point(p.x * N)
def pair(i):
    return Pair(origin.x + i, double(m.floor(i)))
def fail(i):
    return 1 / i
"""


class Multiprocessing(KernelTestCase):
    def setUp(self):
        if self.run_cell("'Point' in globals()").text != "True":
            self.run_cell(DEFINITIONS)

    def test_pools_of_every_start_method(self):
        for method in ("fork", "spawn", "forkserver"):
            cell = self.run_cell(
                "with mp.get_context(%r).Pool(2) as pool:\n"
                "    print(pool.map(scale, [Point(1), Point(2)]), pool.map(pair, [1, 2]))" % method
            )
            self.assertEqual(cell.stdout, "[Point(x=10), Point(x=20)] [Pair(a=8, b=2), Pair(a=9, b=4)]\n", cell.text)
            self.assertEqual(sorted(cell.raw.split("\n")), ["", "scaling 1", "scaling 2"])

    def test_executors(self):
        for method in ("fork", "spawn"):
            cell = self.run_cell(
                "with ProcessPoolExecutor(2, mp_context=mp.get_context(%r)) as pool:\n"
                "    print(list(pool.map(scale, [Point(3)])))" % method
            )
            self.assertEqual(cell.stdout, "[Point(x=30)]\n")

    def test_redefined_functions_and_values_reach_new_children(self):
        self.run_cell("def which(i): return 'old'\nM = 1")
        self.run_cell("def which(i): return 'new', M\nM = 2")
        self.assertText("with mp.get_context('spawn').Pool(1) as pool: print(pool.map(which, [0]))", "[('new', 2)]")

    def test_errors_in_children_show_the_cells_lines(self):
        cell = self.run_cell("with mp.get_context('spawn').Pool(1) as pool: pool.map(fail, [0])")
        self.assertEqual(cell.error["ename"], "ZeroDivisionError")
        self.assertRegex(cell.text, r'File "<cell \d+>", line \d+, in fail')

    def test_processes_and_queues(self):
        self.run_cell("def put(q): q.put(Point(5))")
        for method in ("fork", "spawn"):
            self.assertText(
                "c = mp.get_context(%r); q = c.Queue(); p = c.Process(target=put, args=(q,)); p.start()\n"
                "print(q.get()); p.join(); p.exitcode" % method,
                "Point(x=5)\n0",
            )

    def test_functions_beside_magics_and_future_imports_reach_children(self):
        self.run_cell(
            "from __future__ import annotations\n%env EVALD_X=1\ndef typed(i: Nowhere) -> Nowhere: return i + 1"
        )
        self.assertText("with mp.get_context('spawn').Pool(1) as pool: print(pool.map(typed, [1]))", "[2]")

    def test_what_stands_beside_an_import_is_not_repeated(self):
        self.run_cell(
            "import json; print('once', flush=True); twice = lambda n: (json.dumps(2 * n)); print('more', flush=True)"
        )
        cell = self.run_cell(
            "with mp.get_context('spawn').Pool(1) as pool: print(pool.map(scale, [Point(1)]), twice(2))"
        )
        self.assertEqual(cell.text, "scaling 1\n[Point(x=10)] 4")
        self.assertText("with mp.get_context('spawn').Pool(1) as pool: print(pool.map(json.loads, ['7']))", "[7]")

    def test_a_pool_outlives_its_cell(self):
        self.run_cell("kept = mp.get_context('fork').Pool(2)")
        self.assertText("sum(kept.map(abs, range(5)))", "10")
        self.run_cell("kept.terminate(); kept.join()")


if __name__ == "__main__":
    unittest.main()
