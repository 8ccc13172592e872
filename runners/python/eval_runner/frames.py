"""Frames out: one JSON object a line on a private descriptor, whole under every circumstance.

A frame may be cut short by an exception (a signal handler of the cell may raise while the descriptor is being
written to), and be asked for again in the middle of another (a finaliser or a signal handler that prints). So what is
still to be written is kept in a queue, each frame beside the count of its bytes that are out; whoever comes next goes
on from there.
"""

import os
from _thread import RLock
from collections import deque
from errno import EBADF, EPIPE
from os import _exit, write  # not those that see to it that all is written first

try:
    from _json import encode_basestring  # the json package would import re and enum, several milliseconds of start
except ImportError:
    from json.encoder import encode_basestring

LIMIT = 32 << 20  # bytes that a frame may have


def without_surrogates(text):
    """Surrogate pairs joined, lone ones replaced: what can't be written as UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def quote(text):
    """A str as a JSON string, in UTF-8."""
    try:
        return encode_basestring(text).encode()
    except UnicodeEncodeError:
        return encode_basestring(without_surrogates(text)).encode()


def frame_of(data):
    """A frame to be queued: its bytes, and how many of them each write took."""
    return data, deque()


class FrameWriter:
    """Writes frames, from any thread; a slow reader holds the writer up, nothing is piled up."""

    def __init__(self, descriptor):
        self.lock = RLock()  # also keeps taking text out of a buffer and writing it together
        self._target = (descriptor,)
        self._process = os.getpid()
        self._queue = deque()
        self.queue = self._queue.extend  # takes frames in one step, which no exception can split
        self._is_writing = False
        self.is_ahead = False  # whether something was shown that the host may not have handled yet

    def show(self, data):
        """Send a frame that readers see, so that it must be handled before a child's output."""
        self.is_ahead = True
        self.send(data)

    def send(self, data):
        if os.getpid() != self._process:
            return  # a forked child: the frames are its parent's
        with self.lock:
            self._queue.append((data, deque()))  # as frame_of makes them
            self.write_queue()

    def write_queue(self):
        """With the lock held: write all that is queued."""
        if self._is_writing:
            return  # a call further out on this thread's stack will do it
        self._is_writing = True
        try:
            while self._queue:
                frame = self._queue[0]
                data, written = frame
                if not written:
                    # Writing and noting how much was written is one step in C: an exception comes before or after.
                    written.extend(map(write, self._target, (data,)))
                if written[0] != len(data):
                    self._write_rest(data, written)
                if self._queue and self._queue[0] is frame:
                    self._queue.popleft()
        except OSError as error:
            if error.errno in (EPIPE, EBADF):
                _exit(1)  # the host is gone
            raise  # of a cell's signal handler
        finally:
            self._is_writing = False

    def _write_rest(self, data, written):
        rest = memoryview(data)[sum(written) :]
        while rest:
            written.extend(map(write, self._target, (rest,)))
            rest = memoryview(data)[sum(written) :]
