"""Child processes, and os.write(), write to descriptors 1 and 2: what was printed before must be out before they do.

The functions that start processes are wrapped. An audit hook would see them too, but costs every `id()` and `open()`
of user code several times their own price, for good.
"""

import _posixsubprocess  # subprocess and multiprocessing take fork_exec from here
import _signal
import os
import sys
from _signal import SIGINT
from os import _exit  # as it is before it is wrapped

from .interrupts import interruptible

PATIENCE = 1.0  # seconds that a child waits for the host


class Barrier:
    """Makes sure that the host has handled every frame so far."""

    def __init__(self, writer, pump, inbox, is_answered):
        self._writer = writer
        self._pump = pump
        self._inbox = inbox
        self._is_answered = is_answered
        self._process = os.getpid()
        self._count = 0

    def __call__(self):
        self._pump.flush_all()
        if not self._writer.is_ahead or not self._is_answered or os.getpid() != self._process:
            return
        self._count += 1
        key = ("barrier", self._count)
        waiter = self._inbox.expect(key)
        self._writer.send(b'{"type":"barrier","n":%d}\n' % self._count)
        self._writer.is_ahead = False
        self._inbox.wait(key, waiter, PATIENCE)


def _after(sync, start):
    def start_process(*arguments, **keywords):
        sync()
        return start(*arguments, **keywords)

    return _named_as(start, start_process)


def _silence_fork_warning():
    """From 3.12 on Python warns of forks beside threads; the output's flusher must not make it say so."""
    import warnings

    warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)


def _interruptible_system(system, interrupts):
    """C's system() ignores SIGINT while it waits: that the child ended by one is all there is to see of it."""

    def run(command):
        status = system(command)
        if status & 0x7F == SIGINT or status >> 8 == 128 + SIGINT:
            interrupts.deliver()
        return status

    return _named_as(system, run)


def _tell_before_the_end(pump):
    """Wraps the functions by which a cell ends its own process at once: what it printed must not be lost with it."""

    def ending(end):
        def end_process(*arguments, **keywords):
            try:
                pump.flush_all()
            finally:
                end(*arguments, **keywords)

        return _named_as(end, end_process)

    def signalling(send, is_to_us):
        @interruptible  # a SIGINT to itself is meant for the cell
        def send_signal(*arguments):
            if is_to_us(*arguments):
                pump.flush_all()
            return send(*arguments)

        return _named_as(send, send_signal)

    os._exit, os.abort = ending(os._exit), ending(os.abort)
    os.kill = signalling(os.kill, lambda process=None, *_: process in (0, -1, os.getpid()))
    os.killpg = signalling(os.killpg, lambda group=None, *_: group in (0, os.getpgrp()))
    _signal.raise_signal = signalling(_signal.raise_signal, lambda *_: True)
    if "signal" in sys.modules:
        sys.modules["signal"].raise_signal = _signal.raise_signal


def _named_as(function, wrapper):
    wrapper.__name__ = wrapper.__qualname__ = function.__name__
    wrapper.__doc__ = function.__doc__
    return wrapper


def _ordered_write(sync):
    write = os.write

    @interruptible
    def write_in_order(descriptor, data):
        if descriptor == 1 or descriptor == 2:
            sync()
        return write(descriptor, data)

    return _named_as(write, write_in_order)


def install(sync, interrupts, pump):
    _tell_before_the_end(pump)
    os.write = _ordered_write(sync)
    os.system = _interruptible_system(os.system, interrupts)
    for name in ("system", "posix_spawn", "posix_spawnp", "execv", "execve"):
        if hasattr(os, name):
            setattr(os, name, _after(sync, getattr(os, name)))
    _posixsubprocess.fork_exec = _after(sync, _posixsubprocess.fork_exec)
    subprocess = sys.modules.get("subprocess")  # imported before us, by a .pth file
    if hasattr(subprocess, "_fork_exec"):
        subprocess._fork_exec = _posixsubprocess.fork_exec

    def before_fork():
        if sys.version_info >= (3, 12):
            _silence_fork_warning()
        sync()

    os.register_at_fork(before=before_fork, after_in_child=pump.after_fork)


def kill_all():
    """Kill the descendants that /proc knows of, deepest last, so that none can start others in between."""
    for process in _children_of(os.getpid()):
        try:
            os.kill(process, _signal.SIGKILL)
        except OSError:
            pass  # gone already


def _children_of(process):
    found = []
    try:
        for task in os.listdir("/proc/%d/task" % process):
            with open("/proc/%d/task/%s/children" % (process, task)) as listing:
                found += map(int, listing.read().split())
    except OSError:
        pass
    for child in list(found):
        found += _children_of(child)
    return found


def leave(error, sources):
    """End a forked child as Python would have ended it: its error told on stderr, its text out, nothing else."""
    code = 0 if error is None else 1
    try:
        if isinstance(error, SystemExit):
            code = error.code if isinstance(error.code, int) else int(error.code is not None)
        elif error is not None:
            from .tracebacks import lines_of

            print("\n".join(lines_of(error, sources)), file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        _exit(code & 0xFF)
