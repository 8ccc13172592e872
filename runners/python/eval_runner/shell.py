"""get_ipython(): magics and shell commands, by the names that IPython has for them."""

import sys

from . import host
from .expansion import expand
from .prelude import HELPERS

OWN_SYNTAX = ("time", "timeit", "env", "set_env")  # their arguments are code, or expanded by themselves
MODULES = ("magics_files", "magics_names", "magics_run", "magics_time", "packages")


class Events:
    """IPython's callbacks around cells, which libraries register; nothing here needs to call them."""

    def register(self, event, function):
        pass

    unregister = register


class Shell:
    """What libraries and rewritten cells ask of IPython's shell."""

    config = {}
    kernel = None  # libraries take its being there, not its value, for a notebook
    events = Events()

    def __init__(self):
        self._line_magics = {}
        self._cell_magics = {}
        self._is_loaded = False

    user_ns = property(lambda self: host.namespace.names)
    user_global_ns = user_ns
    user_module = property(lambda self: host.namespace.module)
    execution_count = property(lambda self: host.cells.count)

    # -- what rewritten cells call

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        return self._run_line_magic(magic_name, line, False, sys._getframe(_stack_depth))

    def assign_magic(self, magic_name, line):
        """A line magic whose value is kept, so that it needn't be printed."""
        return self._run_line_magic(magic_name, line, True, sys._getframe(1))

    def run_cell_magic(self, magic_name, line, cell, first_line=None):
        """`first_line`: how many lines of the running cell stand before `cell`."""
        magic = self._load()._cell_magics.get(magic_name)
        if magic is None:
            raise NameError("UsageError: Cell magic `%%%%%s` not found." % magic_name)
        if magic_name not in OWN_SYNTAX:
            line = self._expand(line, sys._getframe(1))
        body = Body(cell, host.cells.line_offset + (first_line or 0), host.cells.filename)
        return magic(self, line, body)

    def system(self, cmd):
        """Run a shell command; its output streams out. `_exit_code` holds its exit code."""
        from . import processes

        code = processes.run(self._expand(cmd, sys._getframe(1)), shell=True)
        self.user_ns["_exit_code"] = code

    def getoutput(self, cmd, split=True):
        """A shell command's output as lines."""
        from . import processes

        lines = processes.keep(self._expand(cmd, sys._getframe(1)), shell=True)
        self.user_ns["_exit_code"] = lines.returncode
        return lines if split else lines.n

    # -- what else is asked for

    def magic(self, line):
        name, _, rest = line.lstrip("%").partition(" ")
        return self._run_line_magic(name, rest, False, sys._getframe(1))

    def run_cell(self, raw_cell, *arguments, **options):
        return host.cells.run_part(raw_cell, "<string>", 0)

    def ev(self, expression):
        return eval(expression, self.user_ns)

    def ex(self, code):
        exec(code, self.user_ns)

    def push(self, variables, interactive=True):
        self.user_ns.update(variables)

    def register_magic_function(self, func, magic_kind="line", magic_name=None):
        """Add a cell's own magic: a function of its line, or of line and cell."""
        name = magic_name or func.__name__
        if magic_kind in ("line", "line_cell"):
            self._load()._line_magics[name] = lambda shell, line, *more: func(line)
        if magic_kind in ("cell", "line_cell"):
            self._load()._cell_magics[name] = lambda shell, line, body: func(line, body.text)

    def enable_gui(self, gui=None):
        """There is no event loop of a window system here."""

    def enable_matplotlib(self, gui=None):
        return gui, "agg"

    def set_custom_exc(self, exceptions, handler):
        """Errors are told in one way here."""

    def run_line(self, line):
        return self.magic(line)

    def __repr__(self):
        return "<evald kernel's stand-in for IPython's shell>"

    # -- inside

    def _load(self):
        if not self._is_loaded:
            self._is_loaded = True
            from importlib import import_module

            for name in MODULES:
                module = import_module("." + name, __package__)
                for table, found in ((self._line_magics, "LINE_MAGICS"), (self._cell_magics, "CELL_MAGICS")):
                    for magic, function in getattr(module, found, {}).items():
                        table.setdefault(magic, function)
        return self

    def _run_line_magic(self, name, line, is_assigned, frame):
        magic = self._load()._line_magics.get(name)
        if magic is None:
            message = "UsageError: Line magic function `%%%s` not found." % name
            if name in self._cell_magics:
                message += " (Cell magic `%%%%%s` exists, for a cell's first line.)" % name
            raise NameError(message)
        if name not in OWN_SYNTAX:
            line = self._expand(line, frame)
        return magic(self, line, Caller(frame, is_assigned))

    def _expand(self, text, frame):
        names = self.user_ns
        local_names = frame.f_locals if frame.f_locals is not frame.f_globals else {}
        return expand(text, names, local_names, set(map(id, HELPERS.values())))


class Caller:
    """Where a line magic was called: the names it sees there, its line, and whether its value is kept."""

    def __init__(self, frame, is_assigned):
        self.is_assigned = is_assigned
        self.filename = frame.f_code.co_filename
        self.line_offset = frame.f_lineno - 1
        self.local_names = frame.f_locals if frame.f_locals is not frame.f_globals else None


class Body:
    """The lines below a cell magic, which may be code."""

    def __init__(self, text, line_offset, filename):
        self.text = text
        self.line_offset = line_offset
        self.filename = filename

    def run(self):
        """Run it as part of the cell; the value of its last expression."""
        return host.cells.run_part(self.text, self.filename, self.line_offset)


shell = Shell()
