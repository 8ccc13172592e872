"""Starts the runner: `python -u PATH/eval_runner [--stdio]`, or `python -u -m eval_runner`.

The protocol's descriptors are moved before anything else is imported, so that nothing that is opened, started or
forked later can hold them.
"""

import os
import sys
from fcntl import F_DUPFD_CLOEXEC, fcntl

PRIVATE_FROM = 64  # far above what programs that count on low numbers touch


def take(descriptor):
    """Move a descriptor out of user code's sight; the copy is closed in every program that is started."""
    private = fcntl(descriptor, F_DUPFD_CLOEXEC, PRIVATE_FROM)
    os.close(descriptor)
    return private


def take_stdio():
    """For tests and benchmarks: the protocol comes on 0 and 1, which then become /dev/null and a copy of 2."""
    requests, frames = take(0), take(1)
    null = os.open(os.devnull, os.O_RDONLY)
    if null != 0:
        os.dup2(null, 0)
        os.close(null)
    os.dup2(2, 1)
    return requests, frames


def start():
    stdio = "--stdio" in sys.argv[1:]
    try:
        requests, frames = take_stdio() if stdio else (take(3), take(4))
    except OSError as error:
        sys.exit("eval_runner: the protocol's descriptors are not there: %s" % error)
    if not __package__:  # run by path: sys.path[0] is this folder, and the package is found from its parent
        sys.path[0] = os.path.dirname(os.path.abspath(sys.path[0]))
    from eval_runner import kernel

    sys.path[0] = ""  # as in an interactive Python: modules are found in the working directory of the moment
    kernel.serve(requests, frames, answers_barriers=not stdio)


start()
