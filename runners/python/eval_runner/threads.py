"""Threads write on behalf of the cell that started them, work given to a pool on behalf of the cell that gave it."""

import _thread
import sys

from .output import current


def _on_behalf(start):
    """Wraps one of the functions of _thread that start a thread."""

    def start_thread(function, *arguments, **keywords):
        output = current.get()

        def run(*its_arguments, **its_keywords):
            current.set(output)
            return function(*its_arguments, **its_keywords)

        run.__qualname__ = getattr(function, "__qualname__", "run")  # a thread's error names what it ran
        return start(run, *arguments, **keywords)

    start_thread.__name__ = start.__name__
    start_thread.__doc__ = start.__doc__
    return start_thread


def install():
    """To be called before anything imports threading, which keeps the functions that it finds."""
    threading = sys.modules.get("threading")
    for name in ("start_new_thread", "start_joinable_thread"):
        start = getattr(_thread, name, None)
        if start is None:
            continue
        wrapped = _on_behalf(start)
        setattr(_thread, name, wrapped)
        if threading is not None:
            setattr(threading, "_" + name, wrapped)


def follow_submitted_work(module):
    """For concurrent.futures.thread: a pool's threads may be older than the cell that gives it work."""
    item = getattr(module, "_WorkItem", None)
    if item is None:
        return
    initialise, run = item.__init__, item.run

    def remember(self, *arguments, **keywords):
        self._output = current.get()
        initialise(self, *arguments, **keywords)

    def run_on_behalf(self, *arguments):
        token = current.set(getattr(self, "_output", current.get()))
        try:
            return run(self, *arguments)
        finally:
            current.reset(token)

    item.__init__, item.run = remember, run_on_behalf
