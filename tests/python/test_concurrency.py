"""How many calls go on at once is set by the host."""

from kernel_test_case import KernelTestCase
from runner_process import Runner


class Concurrency(KernelTestCase):
    def test_the_width_comes_from_the_environment(self):
        for value, width in (("64", 64), ("2", 2), ("none", 32)):
            with self.subTest(value), Runner(env={"EVAL_MAX_CONCURRENCY": value}) as runner:
                cell = runner.run(
                    "import threading\nopen_now, most, lock = 0, 0, threading.Lock()\n"
                    "done = threading.Barrier(%d, timeout=10)\n"
                    "def f():\n"
                    "    global open_now, most\n"
                    "    with lock:\n        open_now += 1; most = max(most, open_now)\n"
                    "    done.wait()\n"
                    "    with lock: open_now -= 1\n"
                    "parallel([f] * %d)\nmost" % (width, 2 * width)
                )
                self.assertEqual(cell.text, str(width))
