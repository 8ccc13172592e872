"""What the figures must reach, and the table that says whether they do."""
import statistics

from fan_out import FAN_OUTS


class Requirement:
    """A figure of ours, alone or as a ratio to a peer's in the same round, against a limit."""

    def __init__(self, title, figure, limit, unit="", base=None, base_figure=None, at_least=False, shown_beside=None):
        self.title, self.figure, self.limit, self.unit = title, figure, limit, unit
        self.base, self.base_figure, self.at_least = base, base_figure or figure, at_least
        self.beside = base or shown_beside

    def judged(self, records):
        """The values of each round, of which the median counts."""
        ours = records.of(self.figure, "evald")
        if self.base is None:
            return [value for value in ours if value is not None]
        pairs = zip(ours, records.of(self.base_figure, self.base))
        return [value / other for value, other in pairs if value is not None and other]

    def holds(self, records):
        values = self.judged(records)
        if not values:
            return False
        median = statistics.median(values)
        return median >= self.limit if self.at_least else median <= self.limit


REQUIREMENTS = [
    Requirement("warm 1+1 over WebSocket, p50", "warm", 2.0, base="ws_floor"),
    Requirement("warm 1+1 through POST /eval, p50", "warm http", 2.0, base="ws_floor", base_figure="warm"),
    Requirement("waits for no delayed ACK (plain / quickack)", "warm", 1.5, base="evald", base_figure="warm quickack"),
    Requirement("20 MB in 80-character prints", "stream", 0.7, base="ws_floor", at_least=True),
    Requirement("first output of a long cell", "first output", 2.0, "ms", shown_beside="ws_floor"),
    Requirement("4 kernels, cells a second", "concurrent", 0.6, base="ws_floor", at_least=True),
    Requirement("interrupt to done, p95", "interrupt", 5.0, "ms", shown_beside="ws_floor"),
    Requirement("resident: server with 4 Python kernels", "rss server, 4 py", 20.0, "MB"),
    Requirement("resident: a Python kernel", "rss kernel py", 15.0, "MB"),
    Requirement("resident: a JavaScript kernel", "rss kernel js", 16.0, "MB"),
    Requirement("GET /healthz, 16 connections", "healthz", 0.8, base="beast_echo", at_least=True),
    Requirement("a tool call over the WebSocket, p50", "tool call", 1.0, "ms"),
    Requirement("tool calls a second through one session", "tool calls", 2000.0, "/s", at_least=True),
    Requirement("first cell with a spare kernel, p50", "first cell, spare", 3.0, base="evald, spares 1",
                base_figure="warm after a pause"),
    Requirement("first cell without one, p50", "first cell, no spare", 1.5, base="min_runner"),
    Requirement("200 sessions, 500 idle sockets, 4 busy: p99", "p99 in a crowd", 2.0, base="ws_floor"),
    Requirement("resident: the server then", "server in a crowd", 150.0, "MB"),
    Requirement("resident: after 100,000 cells to 1,000", "server after 100,000 cells", 1.1, "of before"),
    *(requirement for fan_out in FAN_OUTS for requirement in (
        Requirement(f"{fan_out.title}: us a watcher's MB", f"{fan_out.title}: cost", 1.5, base="beast_broadcast"),
        Requirement(f"{fan_out.title}: the run takes", f"{fan_out.title}: slowdown", 1.1, "of alone"),
        Requirement(f"{fan_out.title}: server", f"{fan_out.title}: server", 150.0, "MB"))),
]


def shown(values):
    """The median of what was measured, short."""
    values = [value for value in values if value is not None]
    if not values:
        return "-"
    median = statistics.median(values)
    return f"{median:,.0f}" if median >= 1000 else f"{median:.3g}"


def row(requirement, records):
    values = requirement.judged(records)
    spread = f" [{min(values):.2f}..{max(values):.2f}]" if len(values) > 1 else ""
    unit = requirement.unit or "x"
    judged = f"{statistics.median(values):.2f} {unit}{spread}" if values else "not measured"
    bound = f"{'>=' if requirement.at_least else '<='} {requirement.limit:g} {unit}"
    verdict = "pass" if requirement.holds(records) else "FAIL"
    beside = requirement.beside
    base = f"{beside}: {shown(records.of(requirement.base_figure, beside))}" if beside else ""
    jupyter = shown(records.of(requirement.base_figure, "jupyter"))
    return [requirement.title, shown(records.of(requirement.figure, "evald")), base, jupyter, judged, bound, verdict]


def table(records):
    """All requirements as a Markdown table."""
    rows = [["figure", "evald", "beside", "Jupyter", "median [rounds]", "must be", ""]]
    rows += [row(requirement, records) for requirement in REQUIREMENTS]
    widths = [max(len(line[column]) for line in rows) for column in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def all_hold(records, is_partial=False):
    """Of a partial measurement, of what was measured."""
    return all(requirement.holds(records) for requirement in REQUIREMENTS
               if not is_partial or requirement.judged(records))
