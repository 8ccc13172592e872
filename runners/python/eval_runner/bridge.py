"""Calls back to the host: `tool` frames and their answers, from any number of threads."""

import sys
from itertools import count

from . import host
from .arguments import encode_arguments
from .concurrency import WIDTH
from .frames import quote

LARGEST = 8 << 20  # bytes of a call's arguments
LIST = "$list"  # asks the host for the tools that there are; no tool has this name

_numbers = count(1)
_pool = []  # of the threads in which they wait; made by the first


class ToolError(RuntimeError):
    """A tool's answer was an error, or there is no such tool."""

    __module__ = "builtins"  # shown by its bare name


def call(name, arguments):
    """Call a tool of the host and wait for its value. Waiting releases the interpreter, and an interrupt ends it."""
    if host.is_child():
        raise ToolError("tools can be called in the kernel's own process only, not in one that it forked")
    encoded = encode_arguments(name, arguments)
    if len(encoded) > LARGEST:
        raise ToolError("the arguments of tool %s are larger than 8 MiB" % name)
    call_id = "c%d" % next(_numbers)
    key = ("tool", call_id)
    waiter = host.inbox.expect(key)
    host.show(b"tool", b'"callId":%s,"name":%s,"args":%s' % (quote(call_id), quote(name), encoded))
    answer = host.inbox.wait(key, waiter)
    if answer.get("ok"):
        return answer.get("value")
    raise ToolError(str(answer.get("error") or "tool %s failed" % name))


async def in_thread(function, *arguments):
    """Call a function that waits without holding up the event loop."""
    import asyncio
    from contextvars import copy_context

    run = copy_context().run
    return await asyncio.get_running_loop().run_in_executor(_threads(), run, function, *arguments)


def _threads():
    """The loop's own pool has few threads on a small machine, and a waiting call takes one."""
    if not _pool:
        from concurrent.futures import ThreadPoolExecutor

        _pool.append(ThreadPoolExecutor(WIDTH, "tool"))
    return _pool[0]


class Tool:
    """One tool of the caller, by name."""

    def __init__(self, name):
        self._name = str(name)

    def __call__(self, arguments=None, **named):
        merged = _merge(self._name, arguments, named)
        if "asyncio" in sys.modules:
            from .awaiting import wait_or_await

            return wait_or_await(sys._getframe(1), call, self._name, merged)
        return call(self._name, merged)

    def aio(self, arguments=None, **named):
        """The same call as an awaitable, for asyncio.gather() and create_task()."""
        return in_thread(call, self._name, _merge(self._name, arguments, named))

    def __repr__(self):
        return "<tool.%s>" % self._name


def _merge(name, arguments, named):
    if arguments is not None and not isinstance(arguments, dict):
        raise TypeError("tool.%s(...) takes a dict of arguments or keywords, not %s" % (name, type(arguments).__name__))
    return dict(arguments or {}, **named)
