"""How much watchers cost: the server's processor time for what they got, beside a plain Beast broadcast of as much."""
import os

from tests.system import processes

TICKS = os.sysconf("SC_CLK_TCK")


def processor_s(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class FanOut:
    """One session that prints `bytes` at a time, `rate` times a second, and its watchers."""

    def __init__(self, title, watchers, message_bytes, rate, seconds):
        self.title, self.watchers = title, watchers
        self.flags = ["--test", "watch", "--message-bytes", str(message_bytes), "--rate", str(rate),
                      "--lines", str(rate * seconds)]

    def measured(self, measuring, peer, watchers):
        """What the client saw, with the server's processor seconds; None when it failed."""
        before = processor_s(peer.server.pid)
        result = measuring.cellbench(*peer.flags, *self.flags, "--watchers", str(watchers))
        if result is not None:
            result["processor_s"] = processor_s(peer.server.pid) - before
        return result

    def record(self, measuring, peer, broadcast):
        """One round: ours with and without watchers, and the broadcast."""
        alone = self.measured(measuring, peer, 0)
        ours = self.measured(measuring, peer, self.watchers)
        theirs = self.measured(measuring, broadcast, self.watchers)
        add, title = measuring.records.add, self.title
        is_whole = ours is not None and self.is_whole(ours, measuring)
        self.add_cost(measuring, peer, ours if is_whole else None, alone)
        self.add_cost(measuring, broadcast, theirs, None)
        add(f"{title}: slowdown", peer.name, ours["seconds"] / alone["seconds"] if is_whole and alone else None)
        add(f"{title}: server", peer.name, processes.resident_megabytes(peer.server.pid) if is_whole else None)

    def is_whole(self, result, measuring):
        """Every watcher got everything."""
        good = result["gaps"] == 0 and result["unfinished"] == 0 and result["least_bytes"] == result["most_bytes"] > 0
        if not good:
            measuring.records.faults.append(f"{self.title}: some watcher missed something: {result}")
        return good

    def add_cost(self, measuring, peer, result, alone):
        """Processor microseconds for each megabyte of each watcher, without what the printing costs anyway."""
        value = None
        if result is not None and result["most_bytes"]:
            spent = result["processor_s"] - (alone["processor_s"] if alone else 0)
            value = spent * 1e6 / (result["most_bytes"] / 1e6 * self.watchers)
        measuring.records.add(f"{self.title}: cost", peer.name, value)
        measuring.echo(f"  {self.title:22} {peer.name:18} {'failed' if value is None else round(value)} us/MB, {result}")


FAN_OUTS = [FanOut("1,000 watchers, 50 KB/s", 1000, 5_000, 10, 4), FanOut("50 watchers, 1 MB/s", 50, 20_000, 50, 4)]
