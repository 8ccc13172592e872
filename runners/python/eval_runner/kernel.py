"""The kernel: everything built and joined together, and the loop over the host's requests."""

import os
import sys
import time
from _thread import start_new_thread
from os import _exit  # not the one that sees to it that all is written first

from . import children, host, stdin, threads, unhandled, user_site
from .cell import CellRunner
from .compiling import Compiler
from .environment import Environment
from .frames import FrameWriter
from .imports import LastResort, LateHooks
from .inbox import Inbox
from .interrupts import Interrupts, Nudger
from .namespace import Namespace
from .output import OutputPump
from .sources import Sources
from .streams import StandardStreams


PATIENCE = 0.7  # seconds that an orderly end may take


class Kernel:
    def __init__(self, inbox, writer, cells, environment, interrupts):
        self._inbox = inbox
        self._writer = writer
        self._cells = cells
        self._environment = environment
        self._interrupts = interrupts
        self._process = os.getpid()
        self._has_run_cell = False
        self._is_ready_for_errors = False

    def run(self):
        while True:
            try:
                self._handle(self._next_request())
            except BaseException as error:  # of a signal handler that a cell left behind
                self._tell(error)

    def _tell(self, error):
        try:
            host.streams.stderr.write("Between cells: %s: %s\n" % (type(error).__name__, error))
        except BaseException:
            pass  # told or not, the kernel goes on

    def _next_request(self):
        if os.getpid() != self._process:
            _exit(0)  # forked by a background task
        if self._has_run_cell and not self._is_ready_for_errors and not self._inbox.has_request():
            self._is_ready_for_errors = True
            from . import tracebacks  # noqa: F401: the first error, or the first interrupt, need not wait for it

        loop = self._cells.event_loop
        while loop is not None and not self._inbox.has_request() and loop.has_work():
            loop.run_until_request(self._inbox)
        return self._inbox.next_request()

    def _handle(self, request):
        kind = request.get("type")
        if kind is None:
            self._cells.run(request)
            self._has_run_cell = True
        elif kind == "ping":
            self._writer.send(b'{"type":"pong"}\n')
        elif kind == "restore":
            self._environment.restore()
        elif kind == "exit":
            leave_orderly()


def leave_orderly():
    """What the cells registered for the end is run; threads and tasks that go on are not waited for."""
    import atexit

    start_new_thread(leave_late, ())
    try:
        atexit._run_exitfuncs()
    except BaseException:
        pass
    host.pump.flush_all()
    _exit(0)


def leave_late():
    """An exit function may wait for what never comes, as multiprocessing's does for its children."""
    time.sleep(PATIENCE)
    leave_abandoned()


def leave_abandoned():
    """The host is gone, and nobody is left to stop the children."""
    children.kill_all()
    _exit(0)


def build(requests, frames, answers_barriers):
    """Each part in the order that the next ones need it."""
    writer = FrameWriter(frames)
    interrupts = Interrupts()
    pump = OutputPump(writer, interrupts)
    inbox = Inbox(requests, leave_abandoned)
    sync = children.Barrier(writer, pump, inbox, answers_barriers)
    children.install(sync, interrupts, pump)  # before subprocess is imported by anyone
    threads.install()  # before threading is
    nudger = Nudger(interrupts)
    os.register_at_fork(after_in_child=nudger.after_fork)
    streams = StandardStreams(pump, sync)
    stdin.install()
    sources = Sources()
    late_hooks = LateHooks()
    namespace = Namespace()
    environment = Environment()
    compiler = Compiler()
    cells = CellRunner(writer, pump, interrupts, nudger, streams, environment, namespace, compiler, sources)
    workspace = os.getcwd()
    if os.path.isdir(user_site.folder_of(workspace)):  # an earlier kernel of the session has installed packages
        user_site.add(workspace)
    host.connect(
        writer=writer,
        pump=pump,
        inbox=inbox,
        interrupts=interrupts,
        namespace=namespace,
        sources=sources,
        compiler=compiler,
        streams=streams,
        cells=cells,
        workspace=workspace,
    )
    unhandled.install()
    add_late_hooks(late_hooks, sources)
    return Kernel(inbox, writer, cells, environment, interrupts)


def add_late_hooks(hooks, sources):
    hooks.add("linecache", sources.publish)
    hooks.add("getpass", stdin.refuse_in_getpass)
    hooks.add("threading", _later("unhandled", "take_over_threads"))
    hooks.add("concurrent.futures.thread", threads.follow_submitted_work)
    hooks.add("multiprocessing.spawn", _later("spawned", "bring_definitions"))
    hooks.add("matplotlib.pyplot", _later("figures", "take_over_pyplot"))
    hooks.add("plotly.io._renderers", _later("plotly_figures", "take_over_plotly"))
    hooks.add("IPython.core.display_functions", _later("ipython_real", "take_over_display"))
    hooks.add("IPython.core.display", _later("ipython_real", "take_over_display"))
    hooks.add("IPython.core.getipython", _later("ipython_real", "take_over_shell"))
    hooks.add("IPython.utils.capture", _later("ipython_real", "take_over_capture"))
    sys.meta_path.insert(0, hooks)
    sys.meta_path.append(LastResort({"IPython": ("ipython_shim", "ShimFinder")}))


def _later(module, function):
    """A hook whose module is imported when it is called."""

    def hook(imported):
        from importlib import import_module

        getattr(import_module("." + module, __package__), function)(imported)

    return hook


def serve(requests, frames, answers_barriers):
    kernel = build(requests, frames, answers_barriers)
    # A module that a cell writes, imports, changes and reloads within a second would come from its stale bytecode.
    sys.dont_write_bytecode = True
    version = b"%d.%d.%d" % sys.version_info[:3]
    host.writer.send(b'{"type":"ready","protocol":1,"language":"python","version":"%s"}\n' % version)
    kernel.run()
