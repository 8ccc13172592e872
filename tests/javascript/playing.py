"""Plays programs to runners, each in a process of its own, as many at once as there are processors."""

import concurrent.futures
import difflib
import os
import threading

import outcome
from runner import Runner

ENVIRONMENT = {"TZ": "UTC"}
LIMIT_S = 30


def play(program):
    runner = Runner(env=ENVIRONMENT)
    watchdog = threading.Timer(LIMIT_S, runner.process.kill)
    watchdog.start()
    try:
        return [outcome.of_cell(runner.run(cell)) for cell in program.cells]
    except EOFError:
        return [{"error": "the runner is gone"}]
    finally:
        watchdog.cancel()
        runner.process.kill()
        runner.close()


def play_all(programs):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(play, programs))


class Awaited:
    """The names, one a line, of what is known to differ still: it may, and must be taken off the list when it does not."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.names = {line.strip() for line in file if line.strip() and not line.startswith("#")}
        self.failed = 0

    def report(self, name, is_right, text):
        if is_right and name in self.names:
            text = "    is right now: take it off the list of what is awaited"
        elif is_right or name in self.names:
            return
        self.failed += 1
        print("%s\n%s" % (name, text))


def difference(expected, actual):
    lines = difflib.unified_diff(expected.split("\n"), actual.split("\n"), "expected", "actual", lineterm="", n=3)
    return "\n".join("    " + line for line in list(lines)[2:])
