"""%time %timeit %%time %%timeit"""

import math
import shlex
import time as clock
from getopt import GetoptError, getopt
from resource import RUSAGE_SELF, getrusage

from . import host
from .display import emit_status

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def time(shell, line, caller):
    """Run code once and tell how long it took; the value of its last expression."""
    if not line.strip():
        raise ValueError("usage: %time CODE")
    return _timed(lambda: host.cells.run_part(line, caller.filename, caller.line_offset, caller.local_names))


def time_cell(shell, line, body):
    return _timed(body.run)


def _timed(run):
    before, start = getrusage(RUSAGE_SELF), clock.perf_counter()
    try:
        return run()
    finally:
        wall = clock.perf_counter() - start
        after = getrusage(RUSAGE_SELF)
        user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
        print("CPU times: user %s, sys: %s, total: %s" % (told(user), told(system), told(user + system)))
        print("Wall time: %s" % told(wall))
        emit_status("time", elapsed_ms=round(wall * 1000, 3))


def timeit(shell, line, caller):
    return _timeit(line, None, caller.local_names)


def timeit_cell(shell, line, body):
    """The first line is set-up, which is not timed."""
    return _timeit(line, body.text, None)


def _timeit(line, cell, local_names):
    import timeit as library

    options, code = _options(line)
    setup, statement = (code, cell) if cell is not None else ("pass", code)
    names = host.namespace.names if local_names is None else dict(host.namespace.names, **local_names)
    timer = library.Timer(statement.strip("\n") or "pass", setup or "pass", globals=names)
    number = int(options.get("-n", 0)) or timer.autorange()[0]
    repeat = int(options.get("-r", 7))
    runs = [seconds / number for seconds in timer.repeat(repeat, number)]
    result = TimeitResult(number, runs, int(options.get("-p", 3)))
    if "-q" not in options:
        print(result)
    emit_status("timeit", loops=number, repeat=repeat, elapsed_ms=round(result.average * 1000, 6))
    return result if "-o" in options else None


def _options(line):
    """IPython's options; the rest of the line is code, with its own quotes and dashes."""
    words = line.split(" ")
    taken = 0
    while taken < len(words) and words[taken].startswith("-") and len(words[taken]) > 1:
        taken += 2 if words[taken] in ("-n", "-r", "-p") else 1
    try:
        options, _ = getopt(shlex.split(" ".join(words[:taken])), "n:r:p:tcqov:")
    except GetoptError:
        return {}, line
    return dict(options), " ".join(words[taken:])


class TimeitResult:
    def __init__(self, loops, timings, precision):
        self.loops = loops
        self.repeat = len(timings)
        self.timings = timings
        self.best, self.worst = min(timings), max(timings)
        self.average = math.fsum(timings) / len(timings)
        self.stdev = math.sqrt(math.fsum((run - self.average) ** 2 for run in timings) / len(timings))
        self._precision = precision

    def __str__(self):
        return "%s ± %s per loop (mean ± std. dev. of %d run%s, %s loop%s each)" % (
            told(self.average, self._precision),
            told(self.stdev, self._precision),
            self.repeat,
            "" if self.repeat == 1 else "s",
            format(self.loops, ","),
            "" if self.loops == 1 else "s",
        )

    def __repr__(self):
        return "<TimeitResult : %s>" % self


def told(seconds, precision=3):
    """A duration in the unit that suits it."""
    if seconds >= 60:
        minutes, rest = divmod(int(round(seconds)), 60)
        hours, minutes = divmod(minutes, 60)
        return "%dh %dmin %ds" % (hours, minutes, rest) if hours else "%dmin %ds" % (minutes, rest)
    for size, unit in UNITS:
        if seconds >= size or unit == "ns":
            return "%.*g %s" % (precision, seconds / size, unit)


LINE_MAGICS = {"time": time, "timeit": timeit}
CELL_MAGICS = {"time": time_cell, "timeit": timeit_cell}
