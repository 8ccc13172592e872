#!/usr/bin/env python3
"""What the layers of the sandbox cost: the start of a kernel and a warm `1+1`, in each mode, one after the other.

    tests/bench/sandbox_cost.py [--starts N] [--cells N]

The modes take turns, so that what else the machine does meets all of them alike. Prints medians in milliseconds and
the difference to mode none. The server is EVALD_BINARY, else build/dev/evald.
"""
import argparse
import os
import statistics
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from tests.system.http_client import Client, eval_body  # noqa: E402
from tests.system.server import Server  # noqa: E402

MODES = ("none", "rlimits", "bwrap")


def elapsed_ms(call):
    began = time.perf_counter()
    answer = call()
    took = (time.perf_counter() - began) * 1000
    assert answer.status == 200, answer
    return took


class Subject:
    """A server in one mode, and a connection that stays open."""

    def __init__(self, mode):
        self.server = Server({"sandbox": {"mode": mode}, "kernels": {"python": {"max": 8}}}).start()
        self.client = Client(self.server)
        self.kept = self.client.connection()

    def start(self, language, name):
        took = elapsed_ms(lambda: self.client.eval("1", name, language=language))
        self.client.delete(f"/sessions/{name}")
        return took

    def warm(self, language):
        def ask():
            answer = self.client.send(self.kept, "POST", "/eval", eval_body("1+1", "warm", language))
            answer.read()
            return answer
        return elapsed_ms(ask)

    def stop(self):
        self.kept.close()
        self.server.stop()


def measure(subjects, count, call):
    """The median of `count` rounds for each mode."""
    times = {mode: [] for mode in subjects}
    for number in range(count):
        for mode, subject in subjects.items():
            times[mode].append(call(subject, number))
    return {mode: statistics.median(values) for mode, values in times.items()}


def report(what, medians):
    base = medians["none"]
    figures = ", ".join(f"{mode} {value:.2f} ({value - base:+.2f})" for mode, value in medians.items())
    print(f"{what}: {figures} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--cells", type=int, default=300)
    options = parser.parse_args()
    subjects = {}
    try:
        for mode in MODES:
            subjects[mode] = Subject(mode)
        for language in ("py", "js"):
            for subject in subjects.values():
                subject.start(language, "first")
                subject.warm(language)
            report(f"{language} start", measure(subjects, options.starts,
                                                lambda subject, number: subject.start(language, f"n{number}")))
            report(f"{language} 1+1", measure(subjects, options.cells, lambda subject, _: subject.warm(language)))
    finally:
        for subject in subjects.values():
            subject.stop()


if __name__ == "__main__":
    main()
