"""One cell, from `started` to `done`."""

import os
import sys

from . import imports, stdin
from .frames import quote
from .outcome import bare_outcome, done_frame, outcome_of
from .output import Output, current

PLAIN_TYPES = (int, float, bool, complex)  # whose repr is all there is to show


class CellRunner:
    """Runs cells one after the other. Whatever a cell does to its process, `done` comes last and once."""

    def __init__(self, writer, pump, interrupts, nudger, streams, environment, namespace, compiler, sources):
        self._writer = writer
        self._pump = pump
        self._interrupts = interrupts
        self._nudger = nudger
        self._streams = streams
        self._environment = environment
        self._namespace = namespace
        self._compiler = compiler
        self._sources = sources
        self._process = os.getpid()
        self._silent_count = 0
        self.count = 0
        self.filename = ""  # of the cell that runs
        self.line_offset = 0  # lines of it that stand before the part that runs
        self.event_loop = None  # made by the first cell that needs one

    def run(self, request):
        result, error = b"", None
        output = Output(quote(str(request.get("id"))))
        self._pump.begin_cell(output)
        self._restore_process()
        try:
            self._interrupts.arm()
            self._writer.send(b'{"type":"started","id":%s}\n' % output.head)
            result, error = self._attempt(request, output)
        except BaseException as stray:  # of a cell's signal handler, at a moment when the runner was at work
            error = stray
        try:
            self._finish(output, result, error)
        finally:
            error = None  # the error's traceback holds this frame: a circle that would keep the cell's values

    def _attempt(self, request, output):
        """The cell's result frame and its error."""
        steps = _Steps()
        try:
            steps.take(self._run_code, request, output)
            if os.getpid() != self._process:
                self._leave_child(steps.error)
            if "matplotlib.pyplot" in sys.modules:
                steps.take(self._show_figures, steps)
            if "asyncio" in sys.modules:
                self._loop().adopt()
        finally:
            self._interrupts.disarm()
        return steps.result, steps.take_error()

    def _run_code(self, request, output):
        if "cwd" in request or "env" in request:
            self._environment.take_on(request.get("cwd"), request.get("env"))
        is_silent = bool(request.get("silent"))
        is_counted = not is_silent and request.get("storeHistory") is not False
        self.filename, self.line_offset = self._next_filename(is_counted), 0
        source = request["code"]
        self._sources.add(self.filename, source)
        compiled = self._compiler.compile(source, self.filename)
        value = self._execute(compiled)
        if value is None or is_silent or not compiled.is_shown:
            return b""
        self._namespace.remember(value)
        return self._result_frame(value, output)

    def _next_filename(self, is_counted):
        if is_counted:
            self.count += 1
            return "<cell %d>" % self.count
        self._silent_count += 1
        return "<silent cell %d>" % self._silent_count

    def run_part(self, source, filename, line_offset, local_names=None):
        """Run code on behalf of the cell, as magics do; the value of its last expression, unless it is hidden."""
        compiled = self._compiler.compile(source, filename, line_offset)
        outer, self.line_offset = self.line_offset, line_offset
        try:
            value = self._execute(compiled, local_names)
        finally:
            self.line_offset = outer
        return value if compiled.is_shown else None

    def _execute(self, compiled, local_names=None):
        names = self._namespace.names
        if compiled.needs_loop:
            return self._loop().run(compiled.codes, names)
        value = None
        for code in compiled.codes:
            value = eval(code, names, local_names)
        return value

    def _loop(self):
        if self.event_loop is None:
            from .event_loop import EventLoop

            self.event_loop = EventLoop(self._interrupts)
        return self.event_loop

    def _result_frame(self, value, output):
        if type(value) in PLAIN_TYPES:
            try:
                return b'{"type":"result","id":%s,"bundle":{"text/plain":%s}}\n' % (output.head, quote(repr(value)))
            except ValueError:
                pass  # an int of more digits than Python tells
        from .display import result_frame

        return result_frame(value, output.head)

    def _show_figures(self, steps):
        """The figures that are open come after the result and before an error."""
        from .figures import show_open_figures

        result, steps.result = steps.result, b""
        if result:
            self._pump.flush(current.get())
            self._writer.show(result)
        show_open_figures()
        return b""

    def _restore_process(self):
        """Undo what an earlier cell may have done to what this one takes for granted."""
        try:
            self._interrupts.install()
            self._streams.install()
            stdin.reopen()
            imports.forget_folder_listing()
            self._namespace.names.pop("__warningregistry__", None)  # its line numbers are those of another cell
            if "asyncio" in sys.modules:
                self._nudger.install()
                self._loop().make_current()
        except BaseException as stray:  # the rest is as it is; the cell runs all the same
            self._streams.stderr.write("While a cell was prepared: %s: %s\n" % (type(stray).__name__, stray))

    def _finish(self, output, result, error):
        try:
            self._namespace.repair()
            self._streams.finish()
            outcome = outcome_of(error, output.head, self._sources)
            self._pump.end_cell(output)
        except BaseException as stray:
            outcome = bare_outcome(stray, output.head)
        finally:
            error = None  # as above
        done = done_frame(output.head, outcome, self.count, self._interrupts.was_delivered)
        self._writer.send(result + outcome.error_frame + done)
        self._writer.is_ahead = False  # the next request comes after all of it was handled

    def _leave_child(self, error):
        """A child that the cell forked has come to the cell's end; the kernel's work is not its business."""
        from .children import leave

        leave(error, self._sources)


class _Steps:
    """The parts of a cell's work: each is done whatever befell the one before, and the first error counts."""

    def __init__(self):
        self.result = b""
        self.error = None

    def take(self, step, *arguments):
        try:
            self.result = step(*arguments) or self.result
        except BaseException as error:
            if self.error is None:
                self.error = error

    def take_error(self):
        """Once: this object is in the frames of the error's traceback, and kept by it would keep them all alive."""
        error, self.error = self.error, None
        return error
