"""Requests and answers in, for whichever threads wait for them.

There is no reading thread: of the threads that wait, one leads, reading for all of them, until what it waits for is
there; then another leads. So a cell without calls costs one read, and a thread may wait while the main one computes.
"""

import select
from _thread import allocate_lock
from collections import deque
from time import monotonic

from .interrupts import interruptible
from .json_lines import LineReader, parse


class Waiter:
    """One thread's wait for one message."""

    def __init__(self):
        self.message = None
        self._bell = allocate_lock()
        self._bell.acquire()

    def deliver(self, message):
        self.message = message
        self.ring()

    def ring(self):
        try:
            self._bell.release()
        except RuntimeError:
            pass  # rung already

    @interruptible
    def sleep(self, seconds):
        self._bell.acquire(True, seconds)


class Inbox:
    def __init__(self, descriptor, leave):
        self._lines = LineReader(descriptor)
        self._leave = leave  # ends the process; called when the host has closed the descriptor
        self._requests = deque()
        self._waiters = {}  # what is waited for -> its Waiter
        self._leading = allocate_lock()
        self._poll = None
        self.on_change = None  # called when a request came, or nobody leads, while the main thread runs its event loop

    @property
    def descriptor(self):
        return self._lines.descriptor

    def next_request(self):
        """The next request, waited for without limit. Only for the main thread, between cells."""
        while not self._requests:
            if self._leading.acquire(False):
                try:
                    while not self._requests:
                        self.read()
                finally:
                    self.stop_leading()
            else:
                self._wait_for_request()
        return self._requests.popleft()

    def has_request(self):
        return bool(self._requests)

    def expect(self, key):
        """To be called before the message that is answered is sent."""
        waiter = self._waiters[key] = Waiter()
        return waiter

    def wait(self, key, waiter, seconds=None):
        """The answer, or None after so many seconds. An interrupt ends the wait."""
        deadline = None if seconds is None else monotonic() + seconds
        try:
            while waiter.message is None:
                left = -1 if deadline is None else deadline - monotonic()
                if deadline is not None and left <= 0:
                    return None
                self._wait_once(waiter, left)
            return waiter.message
        finally:
            self._waiters.pop(key, None)

    def read(self):
        """Read and hand out what is there, waiting for it if need be. Only for the thread that leads."""
        for line in self._lines.read():
            message = parse(line)
            if message is not None:
                self._dispatch(message)
        if self._lines.is_at_end:
            self._leave()

    def try_to_lead(self):
        return self._leading.acquire(False)

    def stop_leading(self):
        self._leading.release()
        if self.on_change is not None:
            self.on_change()
        for waiter in list(self._waiters.values()):
            if waiter.message is None:
                waiter.ring()  # it wakes and leads
                break

    def _wait_for_request(self):
        key = "request"
        waiter = self.expect(key)
        if not self._requests:
            self.wait(key, waiter, 60)

    def _wait_once(self, waiter, seconds):
        if not self._leading.acquire(False):
            waiter.sleep(seconds)
            return
        try:
            if waiter.message is None and self._is_readable(seconds):
                self.read()
        finally:
            self.stop_leading()

    @interruptible
    def _is_readable(self, seconds):
        if self._poll is None:
            self._poll = select.poll()
            self._poll.register(self.descriptor, select.POLLIN)
        return self._poll.poll(None if seconds < 0 else seconds * 1000)

    def _dispatch(self, message):
        kind = message.get("type")
        if kind == "tool_result":
            waiter = self._waiters.get(("tool", message.get("callId")))
        elif kind == "barrier":
            waiter = self._waiters.get(("barrier", message.get("n")))
        elif kind in ("restore", "ping", "exit") or (kind is None and "code" in message):
            self._requests.append(message)
            waiter = self._waiters.get("request")
            if self.on_change is not None:
                self.on_change()
        else:
            waiter = None
        if waiter is not None:
            waiter.deliver(message)
