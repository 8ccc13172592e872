"""parallel() and pipeline(): many calls at once, in threads."""

import threading
from contextvars import copy_context

from .concurrency import WIDTH


def parallel(thunks):
    thunks = list(thunks)
    for thunk in thunks:
        if not callable(thunk):
            raise TypeError("parallel() expects functions without arguments, not %s" % type(thunk).__name__)
    return _FanOut(thunks).run()


def pipeline(items, *stages):
    items = list(items)
    for stage in stages:
        if not callable(stage):
            raise TypeError("pipeline() expects functions as stages, not %s" % type(stage).__name__)
        items = _FanOut([_bind(stage, item) for item in items]).run()
    return items


def _bind(stage, item):
    return lambda: stage(item)


class _FanOut:
    """One round of calls: waits for all, then raises the first error by index."""

    def __init__(self, thunks):
        self._thunks = thunks
        self._results = [None] * len(thunks)
        self._errors = {}
        self._pending = iter(range(len(thunks)))
        self._lock = threading.Lock()

    def run(self):
        workers = [
            threading.Thread(target=copy_context().run, args=(self._work,), daemon=True)
            for _ in range(min(WIDTH, len(self._thunks)))
        ]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        except BaseException:
            with self._lock:
                self._pending = iter(())  # an interrupt: what has not begun never does
            raise
        if self._errors:
            raise self._errors[min(self._errors)]
        return self._results

    def _work(self):
        while True:
            with self._lock:
                index = next(self._pending, None)
            if index is None:
                return
            try:
                self._results[index] = _await(self._thunks[index]())
            except BaseException as error:
                self._errors[index] = error


def _await(result):
    """Async functions may be called side by side too; each thread brings its own loop."""
    if not hasattr(result, "__await__"):
        return result
    import asyncio

    async def wait():
        return await result

    return asyncio.run(wait())
