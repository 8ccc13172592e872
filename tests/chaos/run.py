#!/usr/bin/env python3
"""Random clients on random sessions doing random things, then what must hold.

    run.py [--seed N] [--steps N] [--seconds N] [--clients N]

Ends after so many steps or seconds, whichever comes first. The server is that of EVALD_BINARY or EVALD_TEST_BIN, else
build/dev/evald. Exit status 1 when something does not hold.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))

from tests.chaos.cells import Cells  # noqa: E402
from tests.chaos.clients import ChaosClient  # noqa: E402
from tests.chaos.record import Record  # noqa: E402
from tests.chaos.watcher import Watcher  # noqa: E402
from tests.system import processes  # noqa: E402
from tests.system.http_client import Client  # noqa: E402
from tests.system.server import Server, is_sanitized  # noqa: E402
from tests.system.waiting import wait_until  # noqa: E402

SPARES = 2  # one of each language
CONFIG = {
    "kernels": {"python": {"max": 3, "spares": 1, "idle": "5s"}, "javascript": {"max": 4, "spares": 1, "idle": "5s"}},
    "kernel": {"sweep": "1s", "heartbeat": "1s", "interrupt_grace": "1s", "exit_grace": "300ms"},
    "limits": {"kernel_wait": "20s", "queue": 8},
}


class SmallDisk:
    """A data folder on a small tmpfs, where that may be mounted."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="evald-chaos-")
        os.chmod(self.path, 0o711)  # sessions' users pass through it
        mount = ["mount", "-t", "tmpfs", "-o", "size=80m,mode=711", "tmpfs", self.path]
        self.is_mounted = os.getuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0

    def remove(self):
        if self.is_mounted:
            subprocess.run(["umount", "-l", self.path], check=False)
        shutil.rmtree(self.path, ignore_errors=True)


class Levels:
    """What must be as it was: descriptors, threads, processes, memory."""

    def __init__(self, server):
        self.server = server
        self.before = self.now() | {"kernels": SPARES}
        self.memory = processes.resident_megabytes(server.pid)

    def now(self):
        return {"kernels": len(self.server.kernels()), "descriptors": processes.descriptors(self.server.pid),
                "threads": len(os.listdir(f"/proc/{self.server.pid}/task")),
                "children": len([pid for pid in processes.descendants(self.server.pid) if processes.alive(pid)])}

    def check(self):
        try:
            wait_until(lambda: all(self.now()[name] <= count for name, count in self.before.items()), "rest", within=30)
        except AssertionError:
            yield f"left over: {self.now()}, at the start {self.before}"
        grown = processes.resident_megabytes(self.server.pid) - self.memory
        if grown > 48 and not is_sanitized():
            yield f"the server's memory has grown by {grown:.0f} MB"


def check_ended(client, record):
    """Every accepted run that is still known has ended."""
    def open_runs():
        return [run for run in record.runs if client.get(f"/runs/{run}").json().get("state") in ("queued", "running")]
    try:
        wait_until(lambda: not open_runs(), "the end of all runs", within=60, every=0.5)
    except AssertionError:
        yield f"runs that did not end: {open_runs()}"
    for run, session in record.runs.items():
        state = client.get(f"/runs/{run}").json()
        if state.get("state") == "finished":
            record.other_result(session, state["result"])


def waiting_spares(client):
    """Those that are ready: one that is being started has not all of its processes and descriptors yet."""
    metrics = client.get("/metrics").body.decode()
    return sum(int(count) for count in re.findall(r"^evald_spare_kernels\{.*\} (\d+)$", metrics, re.M))


def play(options, server, folder):
    client = Client(server)
    record, cells = Record(), Cells(folder)
    sessions = [f"chaos-{number}" for number in range(5)]
    wait_until(lambda: waiting_spares(client) == SPARES, "the spares", within=30)
    levels = Levels(server)
    watchers = [Watcher(client, session, record) for session in sessions]
    deadline = time.monotonic() + options.seconds
    steps = options.steps // options.clients
    clients = [ChaosClient(number, options.seed, server, client, sessions, cells, record, steps, deadline)
               for number in range(options.clients)]
    for thread in (*watchers, *clients):
        thread.start()
    for thread in clients:
        thread.join(options.seconds + 120)
        if thread.is_alive():
            record.fault(f"client {thread.number} hangs")
    faults = list(check_ended(client, record))
    for watcher in watchers:
        watcher.ending.set()
    for session in sessions:
        client.delete(f"/sessions/{session}")
    for watcher in watchers:
        watcher.join(20)
        faults += watcher.check()
    for session in sessions:  # those that a watcher has made anew
        client.delete(f"/sessions/{session}")
    faults += record.check(cells.ran())
    faults += levels.check()
    print(f"{dict(record.done)}; {len(record.runs)} runs, {len(record.successes)} ordinary cells succeeded")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--clients", type=int, default=4)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    disk = SmallDisk()
    folder = tempfile.mkdtemp(prefix="evald-chaos-ledger-")
    server = Server(CONFIG, data=os.path.join(disk.path, "data"))
    try:
        server.start()
        faults = play(options, server, folder)
        if not server.running():
            faults.append("the server is gone")
        for fault in faults:
            print(f"FAULT {fault}")
        if faults:
            print(server.log()[-5000:])
        return 1 if faults else 0
    finally:
        server.stop()
        disk.remove()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
