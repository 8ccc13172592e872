"""Nobody can answer a prompt: what asks for input fails at once and says so. Reading sys.stdin finds its end."""

import builtins
import os
import sys

MESSAGE = "Kernel requested stdin; interactive input is not supported."


class StdinNotImplementedError(RuntimeError):
    """Raised by input() and whatever else would wait for a person."""

    __module__ = "builtins"  # shown by its bare name


def refuse(prompt="", *arguments, **keywords):
    """Stands for input(), breakpoint() and getpass(): interactive input is not supported."""
    raise StdinNotImplementedError(MESSAGE)


def _input(prompt=""):
    """Read a line from standard input: not supported in this kernel, so it raises."""
    if prompt:
        sys.stdout.write(str(prompt) + "\n")  # what it would have asked
    raise StdinNotImplementedError(MESSAGE)


_input.__name__ = _input.__qualname__ = "input"
_input.__module__ = "builtins"


def refuse_in_getpass(module):
    module.getpass = module.unix_getpass = module.fallback_getpass = refuse


def install():
    builtins.input = _input
    sys.breakpointhook = refuse


def reopen():
    """A cell may have closed sys.stdin; site's own exit() does."""
    if sys.stdin is None or sys.stdin.closed:
        sys.stdin = sys.__stdin__ = open(os.devnull, encoding="utf-8")
