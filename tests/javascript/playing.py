"""Plays programs to runners, each in a process of its own, as many at once as there are processors."""

import concurrent.futures
import difflib
import os

import outcome
from runner import Runner

ENVIRONMENT = {"TZ": "UTC"}


def play(program):
    runner = Runner(env=ENVIRONMENT)
    try:
        return [outcome.of_cell(runner.run(cell)) for cell in program.cells]
    except EOFError:
        return [{"error": "the runner is gone"}]
    finally:
        runner.process.kill()
        runner.close()


def play_all(programs):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(play, programs))


def difference(expected, actual):
    lines = difflib.unified_diff(expected.split("\n"), actual.split("\n"), "expected", "actual", lineterm="", n=3)
    return "\n".join("    " + line for line in list(lines)[2:])
