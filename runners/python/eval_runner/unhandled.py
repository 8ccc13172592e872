"""Errors that end no cell, those of threads and finalisers: told as a cell's own are, with its source lines."""

import sys

from . import host


def install():
    sys.unraisablehook = tell_ignored


def tell_ignored(ignored):
    """What __del__ and the like raise."""
    try:
        headline = ignored.err_msg or "Exception ignored in"
        if ignored.object is not None:
            headline += ": %r" % (ignored.object,)
        _tell(headline, ignored.exc_value)
    except BaseException:
        sys.__unraisablehook__(ignored)


def take_over_threads(threading):
    """threading's own way, in C, finds no source lines that are in no file."""

    def tell_of_thread(ended):
        if ended.exc_type is SystemExit:
            return
        try:
            name = ended.thread.name if ended.thread is not None else threading.get_ident()
            _tell("Exception in thread %s" % name, ended.exc_value)
        except BaseException:
            plain_way(ended)

    plain_way, threading.excepthook = threading.excepthook, tell_of_thread


def _tell(headline, error):
    from .tracebacks import lines_of

    lines = lines_of(error, host.sources)
    sys.stderr.write("\n".join([headline + ":"] + lines) + "\n")
