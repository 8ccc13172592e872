"""The one event loop of the cells: it runs while a cell awaits, and between cells while there is work for it."""

import asyncio
import sys
import threading
from asyncio import base_events, events
from contextvars import copy_context

from .compiling import CO_COROUTINE

RUN_ONCE = base_events.BaseEventLoop._run_once.__code__
RUN_HANDLE = events.Handle._run.__code__


class EventLoop:
    def __init__(self, interrupts):
        self._interrupts = interrupts
        self._loop = None
        self._task = None  # of the cell that runs
        self._context = None  # of a finished cell

    def make_current(self):
        """So that a cell's get_event_loop() finds the loop again; asyncio.run takes it away."""
        self.adopt()
        if self._loop is not None:
            asyncio.set_event_loop(self._loop)

    def adopt(self):
        """Take over the loop that a cell made by get_event_loop(), so that its tasks go on after the cell."""
        if self._loop is not None and self._loop.is_closed():
            self._loop = None
        if self._loop is None or not self.has_work():
            # Asking in public would make a loop where there is none, or warn.
            local = getattr(asyncio.get_event_loop_policy(), "_local", None)
            made = getattr(local, "_loop", None)
            if made is not None and not made.is_closed():
                self._loop = made

    def run(self, codes, names):
        """Run a cell's code inside the loop; the value of the last piece."""
        self.make_current()
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self._loop)
        task = self._task = self._loop.create_task(self._main(codes, names))
        self._interrupts.divert = self._take_interrupt
        try:
            return self._finish(task)
        finally:
            self._interrupts.divert = self._task = None
            self._keep_context()

    async def _main(self, codes, names):
        try:
            value = None
            for code in codes:
                value = eval(code, names)
                if code.co_flags & CO_COROUTINE:
                    value = await value
            return value
        finally:
            self._context = copy_context()

    def _finish(self, task):
        while True:
            try:
                return self._loop.run_until_complete(task)
            except asyncio.CancelledError as error:
                if self._interrupts.was_delivered:
                    raise KeyboardInterrupt().with_traceback(error.__traceback__) from None
                raise
            except (KeyboardInterrupt, SystemExit) as error:
                if task.done():
                    raise
                self._survive(task, error)

    def _survive(self, task, error):
        """An exception that ended the loop came from another task than the cell's."""
        if isinstance(error, KeyboardInterrupt):
            task.cancel()
        else:
            print("A background task called exit(%r); it has ended." % error.code, file=sys.stderr)

    def _take_interrupt(self, frame):
        """Where the loop itself is at work an exception would lose its tasks: cancel the cell's instead."""
        if frame is not None and frame.f_code is not RUN_HANDLE:
            while frame is not None and frame.f_code is not RUN_ONCE:
                if frame.f_code is RUN_HANDLE:
                    return False  # the code of some task: KeyboardInterrupt ends it
                frame = frame.f_back
        self._task.cancel()
        self._loop.call_soon_threadsafe(lambda: None)  # wakes it if it sleeps
        return True

    def _keep_context(self):
        """What a cell's task set in its copy of the context (decimal's, say) holds for later cells too."""
        context, self._context = self._context, None
        for variable, value in (context or {}).items():
            if variable.get(self) is not value:
                variable.set(value)

    def has_work(self):
        """Whether anything could happen in the loop without a new cell. Other threads may give it work at any time."""
        loop = self._loop
        if loop is None or loop.is_closed():
            return False
        if threading.active_count() > 1 or getattr(loop, "_signal_handlers", None):
            return True
        if getattr(loop, "_ready", True) or getattr(loop, "_scheduled", True) or asyncio.all_tasks(loop):
            return True
        selector = getattr(loop, "_selector", None)
        return selector is None or len(selector.get_map()) > 1  # one is the loop's own

    def run_until_request(self, inbox):
        """Let background tasks go on until a request is there."""
        loop = self._loop
        is_leading = inbox.try_to_lead()
        if is_leading:
            loop.add_reader(inbox.descriptor, self._read_request, inbox)
        else:
            inbox.on_change = lambda: loop.call_soon_threadsafe(loop.stop)
        try:
            if not inbox.has_request():
                loop.run_forever()
        finally:
            inbox.on_change = None
            if is_leading:
                loop.remove_reader(inbox.descriptor)
                inbox.stop_leading()

    def _read_request(self, inbox):
        inbox.read()
        if inbox.has_request():
            self._loop.stop()
