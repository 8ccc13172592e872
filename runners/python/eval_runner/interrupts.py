"""SIGINT, which ends what a cell is doing, and never what the runner is doing.

The handler looks where the main thread is. In the cell's code, or in code that it called, it raises KeyboardInterrupt.
In the runner's own code (writing a frame, say) it lets that finish: the output's slow path looks for such a pending
interrupt when it is through, which is what a cell that prints in a loop needs, and for all else a thread nudges the
main one a moment later to look again. Between cells the signal means nothing.
"""

import _signal  # the signal module wraps this in enums, which cost milliseconds at start
import os
import sys
from _thread import get_ident, start_new_thread
from fcntl import F_DUPFD_CLOEXEC, fcntl
from time import sleep

SIGINT = _signal.SIGINT
SIGALRM = _signal.SIGALRM
HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
NUDGE = _signal.SIGURG  # whose default is to be ignored, so that one too many does no harm
RETRY = 0.001  # seconds
ATTEMPTS = 40  # within about a second
PRIVATE_FROM = 64  # descriptors below are the cells'

_interruptible = set()


def interruptible(function):
    """Marks a function of the runner that only waits, on a cell's behalf."""
    _interruptible.add(function.__code__)
    return function


def is_own(code):
    """Whether this is the runner's code, to be left alone."""
    return code.co_filename.startswith(HERE) and code not in _interruptible


class Interrupts:
    """Armed from a cell's `started` to the end of its work."""

    def __init__(self):
        self._main = get_ident()
        self.is_armed = False
        self.was_delivered = False  # since it was last armed
        self.is_pending = False  # it came while the runner was at work
        self.divert = None  # while an event loop runs: told of an interrupt, says whether it will deal with it
        self.handled = 0  # signals that have come through to the handler
        self._handlers = ((SIGINT, self._on_signal), (NUDGE, self._on_nudge))
        self.install()

    def install(self):
        """Take the signals back from whatever an earlier cell did to them."""
        for number, handler in self._handlers:
            if _signal.getsignal(number) is not handler:
                _signal.signal(number, handler)
                _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (number,))

    def arm(self):
        self.was_delivered = self.is_pending = False
        self.is_armed = True

    def disarm(self):
        self.was_delivered = self.was_delivered or self.is_pending
        self.is_armed = self.is_pending = False
        if callable(_signal.getsignal(SIGALRM)):  # an alarm that the cell left running would hit a later one
            _signal.setitimer(_signal.ITIMER_REAL, 0)

    def deliver(self):
        """To be called where the runner's code ends and the cell's goes on."""
        if self.is_armed and get_ident() == self._main:
            self._deliver(sys._getframe(1))

    def nudge(self):
        """Make the main thread look for signals, even where it waits in C. It does nothing else."""
        _signal.pthread_kill(self._main, NUDGE)

    def _on_signal(self, number, frame):
        self.handled += 1
        if self.is_armed:
            self._deliver_or_wait(frame)

    def _on_nudge(self, number, frame):
        if self.is_pending:
            self._deliver_or_wait(frame)

    def _deliver_or_wait(self, frame):
        if frame is not None and is_own(frame.f_code):
            self.is_pending = True
            start_new_thread(self._nudge_later, ())
        else:
            self._deliver(frame)

    def _deliver(self, frame):
        self.is_pending = False
        self.was_delivered = True
        if self.divert is None or not self.divert(frame):
            raise KeyboardInterrupt

    def _nudge_later(self):
        sleep(RETRY)
        if self.is_pending:
            self.nudge()


class Nudger:
    """Sees to it that signals come through.

    Python notes a signal in C and looks at the note between its own steps. One that comes after the last look, but
    before a wait in C has begun, would be noticed at the wait's end, which may never be. Its number is also written to
    a pipe, though; a thread reads that, and nudges until the handler has run.
    """

    def __init__(self, interrupts):
        self._interrupts = interrupts
        ends = os.pipe()
        self._read_end, self._write_end = (fcntl(end, F_DUPFD_CLOEXEC, PRIVATE_FROM) for end in ends)
        for end in ends:
            os.close(end)
        os.set_blocking(self._write_end, False)
        self.install()
        start_new_thread(self._run, ())

    def install(self):
        _signal.set_wakeup_fd(self._write_end, warn_on_full_buffer=False)

    def after_fork(self):
        """A child's signals are not its parent's."""
        _signal.set_wakeup_fd(-1)

    def _run(self):
        while True:
            handled = self._interrupts.handled
            if SIGINT in os.read(self._read_end, 64):
                self._nudge_until_after(handled)

    def _nudge_until_after(self, handled):
        for attempt in range(ATTEMPTS):
            if self._interrupts.handled != handled or not self._interrupts.is_armed:
                return
            sleep(RETRY * (attempt + 1))
            self._interrupts.nudge()
