"""The cells' sources, for tracebacks, warnings and inspect, which look for them in linecache."""

import sys

from .compiling import lines_of


class Sources:
    def __init__(self):
        self.texts = {}  # filename -> source, in the order of the cells

    def add(self, filename, source):
        self.texts[filename] = source
        linecache = sys.modules.get("linecache")
        if linecache is not None:
            _enter(linecache, filename, source)

    def publish(self, linecache):
        """Enter every cell that linecache doesn't have: it is new, or was cleared."""
        for filename, source in self.texts.items():
            if filename not in linecache.cache:
                _enter(linecache, filename, source)


def _enter(linecache, filename, source):
    lines = [line + "\n" for line in lines_of(source)]
    linecache.cache[filename] = (len(source), None, lines, filename)  # no time of change: never looked for on disk
