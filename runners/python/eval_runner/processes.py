"""Shell commands: `!command`, `%%bash` and others."""

import codecs
import os
import subprocess
import sys

from . import host
from .capture import is_captured
from .interrupts import interruptible

KEPT = 1 << 20  # bytes of a command's output that are kept as a value
CHUNK = 1 << 16


class ShellLines(list):
    """A command's output as a list of lines: `.n` joined by newlines, `.s` by spaces, `.returncode`."""

    returncode = 0

    @property
    def l(self):  # noqa: E743  (IPython's name)
        return list(self)

    list = l

    @property
    def n(self):
        return "\n".join(self)

    nlstr = n

    @property
    def s(self):
        return " ".join(self)

    spstr = s

    @property
    def p(self):
        from pathlib import Path

        return [Path(line) for line in self if os.path.exists(line)]

    paths = p

    def grep(self, pattern, prune=False, field=None):
        """The lines that match a regular expression or function; with `prune`, the others."""
        import re

        matches = pattern if callable(pattern) else re.compile(pattern, re.IGNORECASE).search

        def subject(line):
            words = line.split()
            return line if field is None else words[field] if -len(words) <= field < len(words) else ""

        return self._like(line for line in self if bool(matches(subject(line))) != prune)

    def fields(self, *positions):
        """The words at these positions of each line; without positions, each line's list of words."""
        if not positions:
            return [line.split() for line in self]
        rows = (line.split() for line in self)
        return self._like(" ".join(row[at] for at in positions if -len(row) <= at < len(row)) for row in rows)

    def _like(self, lines):
        other = ShellLines(lines)
        other.returncode = self.returncode
        return other


def run(command, **options):
    """Run a command whose output streams out; its exit code. `options` are Popen's."""
    if is_captured():
        return pipe(command, sys.stdout.write, stderr=subprocess.STDOUT, **options)
    process = subprocess.Popen(command, **options)
    return _wait(process)


def pipe(command, write, **options):
    """Run a command and hand its stdout to `write` as text, as it comes; its exit code."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, **options)
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    try:
        while True:
            data = _read(process.stdout.fileno())
            write(decode(data, not data))
            if not data:
                break
    except BaseException:
        process.kill()
        raise
    finally:
        process.stdout.close()
    return _wait(process)


def keep(command, **options):
    """Run a command and keep its output (the first 1 MiB of it) as lines."""
    kept, size = [], 0

    def add(text):
        nonlocal size
        if size < KEPT:
            kept.append(text[: KEPT - size])
        size += len(text)

    code = pipe(command, add, stderr=subprocess.STDOUT, **options)
    lines = ShellLines("".join(kept).splitlines())
    if size > KEPT:
        lines.append("[… %d more characters of output left out]" % (size - KEPT))
    lines.returncode = code
    return lines


@interruptible
def _read(descriptor):
    return os.read(descriptor, CHUNK)


def _wait(process):
    try:
        code = process.wait()
    except BaseException:
        process.kill()
        process.wait()
        raise
    if host.interrupts.is_pending:
        host.interrupts.deliver()  # it came before the wait, and has ended what was waited for
    return code
