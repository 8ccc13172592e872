"""Requests in: lines of JSON, read from a descriptor as they come."""

import os
from collections import deque

try:
    from _json import make_scanner
except ImportError:
    make_scanner = None

CHUNK = 1 << 16


class _Settings:
    """What the scanner wants to know; the json package's own decoder would import re and enum."""

    strict = False
    object_hook = object_pairs_hook = None
    parse_float, parse_int = float, int
    memo = {}

    @staticmethod
    def parse_constant(name):
        return None


def _loads_by_package(text):
    import json

    return json.loads(text)


def _make_loads():
    try:
        scan = make_scanner(_Settings)
    except (AttributeError, TypeError):  # not there, or built otherwise in a later Python
        return _loads_by_package

    def loads(text):
        value, end = scan(text, 0)
        if end != len(text):
            raise ValueError("text after the value")
        return value

    return loads


loads = _make_loads()


def parse(line):
    """The object in a line, or None if the line is not one."""
    try:
        message = loads(line.decode().strip())
    except Exception:  # the bare scanner has its own ways to say that something is no JSON
        return None
    return message if isinstance(message, dict) else None


class LineReader:
    """Cuts what a descriptor gives into lines."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.is_at_end = False
        self._arguments = ((descriptor,), (CHUNK,))
        self._chunks = deque()
        self._partial = []  # pieces of a line whose end has not come

    def read(self):
        """The complete lines that one read brings, waiting for it if it must."""
        # Reading and keeping is one step, done in C: the exception of a cell's signal handler can't lose a request.
        self._chunks.extend(map(os.read, *self._arguments))
        lines = []
        while self._chunks:
            lines += self._cut(self._chunks[0])
            self._chunks.popleft()
        return lines

    def _cut(self, data):
        if not data:
            self.is_at_end = True
            return []
        lines = data.split(b"\n")
        if len(lines) > 1 and self._partial:
            lines[0] = b"".join(self._partial) + lines[0]
            self._partial.clear()
        rest = lines.pop()
        if rest:
            self._partial.append(rest)
        return lines
