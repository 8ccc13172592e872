"""Errors as a reader of the cell wants them: from the cell's own lines on, without the runner's frames."""

import linecache
import traceback

from .interrupts import HERE

CELL_PREFIXES = ("<cell ", "<silent cell ")
LOOP_IS_RUNNING = (
    "asyncio.run() cannot be called from a running event loop",
    "Runner.run() cannot be called from a running event loop",
    "This event loop is already running",
)
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
    report = traceback.TracebackException(type(error), error, error.__traceback__)
    _trim_all(report, set())
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


def _trim_all(report, seen):
    if report is None or id(report) in seen:
        return
    seen.add(id(report))
    if report.stack is not None:
        _trim(report.stack)
    _trim_all(report.__cause__, seen)
    _trim_all(report.__context__, seen)
    for member in getattr(report, "exceptions", None) or ():
        _trim_all(member, seen)


def _trim(stack):
    """Drop what led to the cell, and the runner's frames after it, with what stands between those (an event loop)."""
    first = next((i for i, frame in enumerate(stack) if frame.filename.startswith(CELL_PREFIXES)), 0)
    kept, since_own = [], []
    for frame in stack[first:]:
        if frame.filename.startswith(HERE):
            since_own = []
        elif frame.filename.startswith(CELL_PREFIXES):
            kept += since_own + [frame]
            since_own = []
        else:
            since_own.append(frame)
    stack[:] = kept + since_own
