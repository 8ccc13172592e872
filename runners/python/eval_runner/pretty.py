"""The printer that IPython hands to `_repr_pretty_`, as far as such methods use it: everything on one line."""

from contextlib import contextmanager


class Printer:
    def __init__(self):
        self._pieces = []

    def text(self, text):
        self._pieces.append(text)

    def pretty(self, value):
        self._pieces.append(pretty(value) or repr(value))

    def breakable(self, separator=" "):
        self._pieces.append(separator)

    def break_(self):
        self._pieces.append("\n")

    def begin_group(self, indent=0, opening=""):
        self._pieces.append(opening)

    def end_group(self, dedent=0, closing=""):
        self._pieces.append(closing)

    @contextmanager
    def group(self, indent=0, opening="", closing=""):
        self.begin_group(indent, opening)
        yield
        self.end_group(indent, closing)

    @contextmanager
    def indent(self, indent):
        yield

    def flush(self):
        """Nothing is held back."""

    def getvalue(self):
        return "".join(self._pieces)


def pretty(value):
    """What `_repr_pretty_` of a value prints; None if it has no such method."""
    method = getattr(type(value), "_repr_pretty_", None)
    if method is None:
        return None
    printer = Printer()
    method(value, printer, False)
    return printer.getvalue()
