"""Errors as a reader of the cell wants them: from the cell's own lines on, without the runner's frames."""

import linecache
import os
import traceback
from collections import deque

from .interrupts import HERE

FIRST, LAST = 1000, 1000  # frames of a traceback that are told
CELL_PREFIXES = ("<cell ", "<silent cell ")
LOOP_IS_RUNNING = (
    "asyncio.run() cannot be called from a running event loop",
    "Runner.run() cannot be called from a running event loop",
    "This event loop is already running",
)
# What stands between %run and its file.
RUNPY = ("<frozen runpy>", os.path.join(os.path.dirname(traceback.__file__), "runpy.py"))
ADVICE_AWAIT = "This cell awaits at top level, so an event loop runs already: await the coroutine itself."
ADVICE_LOOP = "No event loop runs in a cell without a top-level await: await in the cell that starts the task."


def name_of(error):
    return type(error).__name__


def text_of(error):
    """str(error), whatever that does."""
    try:
        return str(error)
    except Exception:
        return "<exception str() failed>"


def lines_of(error, sources):
    """The whole report, as lines."""
    sources.publish(linecache)
    report = traceback.TracebackException(type(error), error, error.__traceback__, limit=FIRST)
    _trim_all(report, error, set())
    if isinstance(error, SyntaxError) and not report.stack and not (report.__cause__ or report.__context__):
        lines = list(report.format_exception_only())
    else:
        lines = list(report.format())
        if not report.stack and lines and lines[0].startswith("Traceback "):
            del lines[0]
    return "".join(lines).rstrip("\n").split("\n") + advice_for(error)


def advice_for(error):
    if isinstance(error, RuntimeError):
        text = text_of(error)
        if text in LOOP_IS_RUNNING:
            return [ADVICE_AWAIT]
        if text == "no running event loop":
            return [ADVICE_LOOP]
    return []


def _trim_all(report, error, seen):
    if report is None or error is None or id(report) in seen:
        return
    seen.add(id(report))
    if isinstance(error, SyntaxError) and report.text is None and error.filename and error.lineno:
        # Only the parser brings the line along; the compiler, which finds a `return` outside of functions, doesn't.
        report.text = linecache.getline(error.filename, error.lineno) or None
    if report.stack is not None:
        _trim(report.stack)
        report.stack = _with_last(report.stack, error.__traceback__)
    _trim_all(report.__cause__, error.__cause__, seen)
    _trim_all(report.__context__, error.__context__, seen)
    for one, its_error in zip(getattr(report, "exceptions", None) or (), getattr(error, "exceptions", None) or ()):
        _trim_all(one, its_error, seen)


class _BothEnds(traceback.StackSummary):
    """The first frames of a deep recursion, which are this list, and its last ones."""

    def format(self, **options):
        left_out = "  [… %d frames left out …]\n" % self.left_out
        return super().format(**options) + [left_out] + self.last.format(**options)


def _with_last(stack, entry):
    """The end of a stack is added to its first frames; to tell a million of them would take longer than a cell has."""
    entries = deque(maxlen=LAST)
    count = 0
    while entry is not None:
        entries.append(entry)
        count += 1
        entry = entry.tb_next
    last = traceback.StackSummary()
    for entry in list(entries)[-max(1, count - FIRST) :] if count > FIRST else ():
        last += traceback.extract_tb(entry, limit=1)
    _trim(last)
    if count <= FIRST + LAST:
        stack += last
        return stack
    both = _BothEnds(stack)
    both.last, both.left_out = last, count - FIRST - LAST
    return both


def _trim(stack):
    """Drop what led to the cell, and the runner's frames after it, with what stands between those (an event loop)."""
    first = next((i for i, frame in enumerate(stack) if frame.filename.startswith(CELL_PREFIXES)), 0)
    kept, since_own = [], []
    for frame in stack[first:]:
        if frame.filename in RUNPY:
            continue
        if frame.filename.startswith(HERE):
            since_own = []
        elif frame.filename.startswith(CELL_PREFIXES):
            kept += since_own + [frame]
            since_own = []
        else:
            since_own.append(frame)
    stack[:] = kept + since_own
