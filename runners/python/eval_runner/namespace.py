"""The namespace of the cells: the module __main__, as pickle, dataclasses and multiprocessing expect it."""

import builtins
import sys
from types import ModuleType

from . import prelude


# The builtins that the runner uses; a cell may take them away.
NAMES = """all any bool bytes callable compile dict eval exec getattr hasattr id int isinstance iter len list map max
    memoryview min next repr set setattr sorted str sum tuple type vars zip Exception BaseException"""
_table = vars(builtins)
_needed = {name: _table[name] for name in NAMES.split()}
_replaceable = {name: _table[name] for name in ("__import__", "open", "print")}  # as libraries do


class ExitCall:
    """exit() and quit(): end the cell. site's own would close stdin as well."""

    def __init__(self, name):
        self._name = name

    def __call__(self, code=None):
        raise SystemExit(code)

    def __repr__(self):
        return "Use %s() to end the cell; the kernel and its names live on." % self._name


class Namespace:
    def __init__(self):
        self.module = ModuleType("__main__")
        self.names = self.module.__dict__
        self.names["__builtins__"] = builtins
        self._last = [None, None, None]  # what `_`, `__` and `___` were set to
        sys.modules["__main__"] = self.module
        sys.argv = [""]
        if hasattr(sys, "orig_argv"):
            sys.orig_argv = [sys.executable]
        builtins.exit, builtins.quit = ExitCall("exit"), ExitCall("quit")
        builtins.display, builtins.get_ipython = prelude.display, prelude.get_ipython  # for modules too, as in IPython
        self.add_prelude()

    def repair(self):
        """Put back what the runner itself, and pickle, can't do without. It calls no builtin."""
        _table.update(_needed)
        for name, value in _replaceable.items():
            if _table.get(name) is None:
                _table[name] = value
        sys.modules["__main__"] = self.module
        self.names["__builtins__"] = builtins
        self.names["__name__"] = "__main__"

    def add_prelude(self):
        self.names.update(prelude.HELPERS)

    def remember(self, value):
        """`_` holds the last value, in builtins, where a `_` of the cells' own goes before it."""
        if getattr(builtins, "_", None) is not self._last[0]:
            return  # somebody else's, such as gettext's
        self._last = [value] + self._last[:2]
        builtins._, builtins.__, builtins.___ = self._last

    def reset(self):
        """Forget every name of the cells."""
        kept = {name: self.names[name] for name in _OF_THE_MODULE if name in self.names}
        self.names.clear()
        self.names.update(kept)
        self._last = [None, None, None]
        builtins._ = builtins.__ = builtins.___ = None
        self.add_prelude()


_OF_THE_MODULE = ("__name__", "__doc__", "__package__", "__loader__", "__spec__", "__builtins__")
