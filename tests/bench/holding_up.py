"""How the service holds up: first cells of new sessions, many sessions and idle watchers beside busy kernels, and what
is left in memory after very many cells."""
import contextlib
import json
import os
import subprocess

from peers import HERE, PYTHON, Evald, Floor
from tests.system import processes
from tests.system.ws_client import WebSocketClient

SESSIONS, IDLE_SOCKETS, BUSY = 200, 500, 4
MANY_CELLS = 100_000


def first_cells(measuring):
    """With a spare kernel beside a warm cell, without one beside the least runner's start and first answer."""
    for figure, spares in (("first cell, spare", 1), ("first cell, no spare", 0)):
        peer = Evald({"kernels": {"python": {"spares": spares}}})
        try:
            # Both after the same pause: a processor that has slept takes longer for anything.
            measuring.take("warm after a pause", f"evald, spares {spares}", peer.flags, "warm", 20,
                           lambda result: result["round_trip"]["p50"] / 1e3, "--gap-us", "200000")
            measuring.take(figure, peer.name, peer.flags, "cold", 20, lambda result: result["first_cell"]["p50"])
        finally:
            peer.stop()
    runner = f"{PYTHON} -u {os.path.join(HERE, 'min_runner.py')} 32768 5"
    command = [os.path.join(measuring.tools, "floor"), "--test", "cold", "--n", "20", "--cmd", runner]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    measuring.records.add("first cell, no spare", "min_runner", json.loads(ended.stdout)["first_cell"]["p50"])


@contextlib.contextmanager
def busy_processes():
    """As many busy processes as the service will have busy kernels."""
    busy = [subprocess.Popen([PYTHON, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


@contextlib.contextmanager
def crowd(measuring, peer):
    """Sessions with a kernel each, watchers of sessions in which nothing happens, and busy Python kernels."""
    with contextlib.ExitStack() as opened:
        holder = subprocess.Popen([os.path.join(measuring.tools, "cellbench"), *peer.flags, "--test", "hold", "--lang",
                                   "js", "--sessions", str(SESSIONS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  text=True)
        opened.callback(holder.wait, 60)
        opened.callback(holder.stdin.close)
        for _ in range(SESSIONS):
            holder.stdout.readline()
        for number in range(IDLE_SOCKETS):
            watcher = opened.enter_context(WebSocketClient(peer.server))
            watcher.send({"type": "watch", "session": f"quiet-{number % 50}"})
        starter = opened.enter_context(WebSocketClient(peer.server))
        for number in range(BUSY):
            run = starter.start("print('on', flush=True)\nwhile True: pass", f"busy-{number}", timeout=600)
            starter.until_text("on", run=run)
        yield


def in_a_crowd(measuring, tools):
    p99 = "p99 in a crowd"
    with busy_processes():
        floor = Floor(tools)
        try:
            measuring.take(p99, floor.name, floor.flags, "warm", 2000, lambda result: result["round_trip"]["p99"] / 1e3)
        finally:
            floor.stop()
    peer = Evald({"kernels": {"javascript": {"max": SESSIONS + 10}}})
    try:
        with crowd(measuring, peer):
            measuring.take(p99, peer.name, [*peer.flags, "--lang", "js"], "warm", 2000,
                           lambda result: result["round_trip"]["p99"] / 1e3)
            measuring.records.add("server in a crowd", peer.name, processes.resident_megabytes(peer.server.pid))
    finally:
        peer.stop()


def after_many_cells(measuring):
    """Growth between the first thousand cells and the last."""
    peer = Evald()
    try:
        def cells(count):
            measuring.take(f"{count:,} cells", peer.name, peer.flags, "warm", count, lambda result: 1)
            return processes.resident_megabytes(peer.server.pid)
        before = cells(1000)
        measuring.records.add("server after 100,000 cells", peer.name, cells(MANY_CELLS) / before)
    finally:
        peer.stop()


def measure_holding_up(measuring, tools):
    first_cells(measuring)
    in_a_crowd(measuring, tools)
    after_many_cells(measuring)
