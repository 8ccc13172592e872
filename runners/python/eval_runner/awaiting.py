"""Calls that wait, and that async code may await instead: `x = tool.f()` and `x = await tool.f()` are both right."""

import sys
from opcode import opmap

from .compiling import CO_COROUTINE

CO_ASYNC_GENERATOR = 0x200
_GET_AWAITABLE = opmap["GET_AWAITABLE"]
_CACHE = opmap.get("CACHE")  # follows a call from Python 3.11 on
_ASYNC = CO_COROUTINE | CO_ASYNC_GENERATOR


def is_awaited(frame):
    """Whether what the call that this frame is making will give is awaited at once."""
    if not frame.f_code.co_flags & _ASYNC:
        return False
    code = frame.f_code.co_code
    at = frame.f_lasti + 2
    while at < len(code) and code[at] == _CACHE:
        at += 2
    return at < len(code) and code[at] == _GET_AWAITABLE


def wait_or_await(frame, function, *arguments):
    """Call a function that waits; where its value is awaited at once, an awaitable that lets other tasks go on."""
    if "asyncio" in sys.modules and is_awaited(frame):
        from .bridge import in_thread

        return in_thread(function, *arguments)
    return function(*arguments)
