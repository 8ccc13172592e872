"""Runs the measuring clients and keeps what they say, round by round."""
import json
import os
import re
import shutil
import subprocess

from tests.system import processes
from tests.system.http_client import Client


class Records:
    """Values by (figure, peer), one for each round; None where a measurement failed."""

    def __init__(self):
        self.values = {}
        self.faults = []

    def add(self, figure, peer, value):
        self.values.setdefault((figure, peer), []).append(value)

    def of(self, figure, peer):
        return self.values.get((figure, peer), [])


class Measuring:
    def __init__(self, tools, records, echo=print):
        self.tools, self.records, self.echo = tools, records, echo

    def cellbench(self, *arguments):
        """What the client measured, or None; a fault is kept for the report."""
        command = [os.path.join(self.tools, "cellbench"), "--timeout", "60", *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        try:
            result = json.loads(ended.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            result = {"error": (ended.stdout + ended.stderr)[-300:]}
        if "error" in result:
            self.records.faults.append(f"{' '.join(arguments)[:100]}: {result['error']}")
            return None
        return result

    def take(self, figure, peer, flags, test, count, pick, *more):
        """Measures once and records what `pick` finds in the answer."""
        result = self.cellbench(*flags, "--test", test, "--n", str(count), *more)
        value = None if result is None else pick(result)
        self.records.add(figure, peer, value)
        self.echo(f"  {figure:22} {peer:18} {'failed' if value is None else round(value, 3)}")

    def wrk(self, figure, peer, url, seconds):
        if not shutil.which("wrk"):
            self.records.faults.append("wrk is not installed: requests a second were not measured")
            return
        ended = subprocess.run(["wrk", "-t1", "-c16", f"-d{seconds}s", url], capture_output=True, text=True, check=False)
        found = re.search(r"Requests/sec:\s+([\d.]+)", ended.stdout)
        value = float(found.group(1)) if found and "Non-2xx" not in ended.stdout else None
        self.records.add(figure, peer, value)
        self.echo(f"  {figure:22} {peer:18} {value}")

    def resident(self, evald):
        """Megabytes of a fresh server with four kernels of each language, one language after the other."""
        client = Client(evald.server)
        for language, short in (("python", "py"), ("js", "js")):
            command = [os.path.join(self.tools, "cellbench"), *evald.flags, "--test", "hold", "--sessions", "4",
                       "--lang", language]
            holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            try:
                for _ in range(4):
                    holder.stdout.readline()
                sessions = client.get("/sessions").json()["sessions"]
                kernels = [kernel["pid"] for session in sessions for kernel in session["kernels"]]
                sizes = [processes.resident_megabytes(pid) for pid in kernels]
                self.records.add(f"rss server, 4 {short}", evald.name, processes.resident_megabytes(evald.server.pid))
                self.records.add(f"rss kernel {short}", evald.name, max(sizes) if len(sizes) == 4 else None)
            finally:
                holder.stdin.close()
                holder.wait(30)
