"""Whose text is whose, and when it leaves.

Every thread and task runs on behalf of a cell, named by the context variable `current`; what it writes waits in that
cell's Output. The first lines after a pause (LINES) leave at once, each by itself: the flusher is of no use to a cell
that goes on in C without letting go of the interpreter, or dies there. Then text is gathered, and leaves when it is
much (GATHER), when the cell flushes it (FLUSHES times a window) or when the flusher comes by (WINDOW). A window in
which nothing was written closes. First text without an end of line is left to the flusher too, called at once: it runs
when the writer lets go of the interpreter, and by then the end of line has come, if it is one of print's.
"""

import os
import time
from _thread import allocate_lock, start_new_thread
from _contextvars import ContextVar

from .frames import frame_of, quote, write

GATHER = 24 * 1024  # characters after which gathered text leaves
SPLIT = 32 * 1024  # characters of one frame
WINDOW = 0.010
LINES = 8  # that leave at once after a pause
FLUSHES = 32  # of a cell's own in a window that are not left to the flusher, which would be too dear for a loop of them


class ErrorText(str):
    """A piece of text that was written to stderr; others went to stdout."""

    __slots__ = ()


class Output:
    """The text of one cell that is still to leave. Only appending is done without the writer's lock."""

    __slots__ = (
        "head",
        "parts",
        "size",
        "is_mixed",
        "is_paused",
        "lines_left",
        "lines_seen",
        "flushes_left",
        "is_open",
        "is_moving",
        "sink",
    )

    def __init__(self, quoted_id):
        self.head = quoted_id  # as it stands in frames
        self.parts = []
        self.size = 0
        self.is_mixed = False  # whether some of it is ErrorText
        self.is_paused = True  # whether the next text leaves at once
        self.lines_left = LINES  # that may leave at once until the next pause
        self.lines_seen = LINES  # lines_left when the flusher last came by
        self.flushes_left = FLUSHES  # that are heeded until the flusher comes by
        self.is_open = False  # whether the flusher will come by
        self.is_moving = False  # whether its text is becoming frames right now
        self.sink = None  # takes the text instead of the host, if it is captured

    def take(self):
        """All text so far, as runs of (is_error, text)."""
        count = len(self.parts)
        runs = self.runs(count)
        self.remove(count)
        return runs

    def runs(self, count):
        """The first pieces. Slicing is one step, so that other threads may append meanwhile."""
        parts = self.parts[:count]
        return _runs(parts) if self.is_mixed else [(False, "".join(parts))]

    def remove(self, count):
        self.size = 0
        del self.parts[:count]


def _runs(parts):
    runs = []
    for part in parts:
        is_error = type(part) is ErrorText
        if runs and runs[-1][0] == is_error:
            runs[-1][1].append(part)
        else:
            runs.append((is_error, [part]))
    return [(is_error, "".join(texts)) for is_error, texts in runs]


# What threads write that no cell has started: those of C libraries, and the runner's own, in which finalisers of the
# cells' objects may happen to run. It goes to the cell that runs.
STRAY = Output(b'""')
current = ContextVar("cell", default=STRAY)


class OutputPump:
    """Moves text from Outputs into frames."""

    def __init__(self, writer, interrupts):
        self._writer = writer
        self._interrupts = interrupts
        self._open = []  # the Outputs whose window is open
        self._is_awake = False
        self._is_urgent = False
        self._has_thread = False
        self._wake = allocate_lock()
        self._wake.acquire()
        self._process = os.getpid()
        self._is_child = False

    def flush(self, output):
        """Send all text of a cell now."""
        if not output.parts:
            return
        if output.sink is not None:
            output.sink.take_text(output.take())
            return
        if os.getpid() != self._process:
            write_raw(output)
            return
        with self._writer.lock:
            if output.is_moving:
                return  # re-entered by a finaliser or signal handler that prints: the call further out does it
            output.is_moving = True
            try:
                while output.parts:
                    self._move(output)
                self._writer.write_queue()
            finally:
                output.is_moving = False

    def _move(self, output):
        """Text becomes frames. An exception, of a cell's signal handler, leaves it where it was, or where it goes."""
        count = len(output.parts)
        frames = [frame for is_error, text in output.runs(count) for frame in _frames(is_error, output.head, text)]
        queue = self._writer.queue
        output.size = 0
        del output.parts[:count]
        queue(frames)
        self._writer.is_ahead = True

    def begin_cell(self, output):
        """From here on this cell runs in the calling context."""
        if STRAY.parts:
            self.flush(STRAY)
        STRAY.head = output.head
        current.set(output)

    def end_cell(self, output):
        if STRAY.parts:
            self.flush(STRAY)
        if output.parts:
            self.flush(output)

    def flush_all(self):
        for output in list(self._open):
            self.flush(output)
        self.flush(current.get())

    def release(self, output, is_complete):
        """Called for the first texts after a pause, for text that has become much, and for what a cell flushes."""
        if is_complete or output.size >= GATHER:
            self.flush(output)
            output.lines_left -= 1
            output.is_paused = self._is_child or output.lines_left > 0
        if not (output.is_open or self._is_child):
            self._open_window(output, is_complete)
        if self._interrupts.is_pending:
            self._interrupts.deliver()

    def _open_window(self, output, is_complete):
        with self._writer.lock:
            if output.is_open:
                return
            output.is_open = True
            self._open.append(output)
            self._is_urgent = not is_complete
            if self._is_urgent or not self._is_awake:
                self._is_awake = True
                if not self._wake_flusher():
                    self._is_awake = output.is_open = False
                    self._open.remove(output)
                    self.flush(output)

    def _wake_flusher(self):
        """False where the system gives no thread, as the cell has taken them all."""
        if not self._has_thread:
            try:
                start_new_thread(self._run, ())
            except RuntimeError:
                return False
            self._has_thread = True
        if self._wake.locked():
            self._wake.release()
        return True

    def _run(self):
        while True:
            self._wake.acquire()
            while self._is_awake:
                if not self._is_urgent:
                    self._wake.acquire(True, WINDOW)  # the wait, unless something urgent comes
                self._is_urgent = False
                try:
                    with self._writer.lock:
                        self._come_by()
                except MemoryError:
                    pass  # the next time round, or the cell's end

    def _come_by(self):
        for output in list(self._open):
            output.flushes_left = FLUSHES
            is_quiet = output.lines_left == output.lines_seen
            output.is_paused = is_quiet or output.is_paused  # before the last look: who writes after it sees it
            if output.parts:
                output.lines_left -= 1
                output.is_paused = output.lines_left > 0
                self.flush(output)
            elif is_quiet:
                output.lines_left = LINES
                output.is_open = False
                self._open.remove(output)
            output.lines_seen = output.lines_left
        self._is_awake = bool(self._open)

    def after_fork(self):
        """In a forked child there is no flusher, and no frame may be written: text goes out raw, by lines."""
        self._is_child = True
        for output in self._open + [current.get(), STRAY]:
            output.parts.clear()
            output.is_paused = True


def _frames(is_error, head, text):
    kind = b"stderr" if is_error else b"stdout"
    for start in range(0, len(text), SPLIT):
        piece = text[start : start + SPLIT] if len(text) > SPLIT else text
        yield frame_of(b'{"type":"%s","id":%s,"data":%s}\n' % (kind, head, quote(piece)))


def write_raw(output):
    """Write a forked child's text where the host reads it as raw bytes."""
    for is_error, text in output.take():
        rest = memoryview(text.encode("utf-8", "replace"))
        while rest:
            rest = rest[write(2 if is_error else 1, rest) :]
