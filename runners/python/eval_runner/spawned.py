"""What cells define, brought to processes that multiprocessing starts afresh.

A script's spawned children run the script's file again to find its functions. Cells have no file, and running them
again would repeat what they did; so the children get a file that only defines: the cells' imports, functions and
classes as they last were, and the picklable values beside them.
"""

import ast
import os
import pickle
import sys
import tempfile
import types

from . import host
from .compiling import as_python, lines_of

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
LARGEST_VALUE = 1 << 20  # bytes of one pickled value; larger data is passed to the workers by who wants it there
NOT_VALUES = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)

# What the child runs, as __mp_main__, which stands for __main__ there. A piece that fails is missing, no more.
PROGRAM = """\
def _define(pieces, values, flags, names):
    import pickle
    import sys

    def try_to(step, *arguments, **keywords):
        try:
            return step(*arguments, **keywords)
        except Exception:
            return None

    def load(name, data):
        names[name] = pickle.loads(data)

    def run(filename, source):
        exec(compile(source, filename, "exec", flags, True), names)

    late = [item for item in values if b"__main__" in item[1]]
    for name, data in values:
        try_to(load, name, data)
    for filename, source in pieces:
        try_to(run, filename, source)
    main, sys.modules["__main__"] = sys.modules["__main__"], sys.modules[names["__name__"]]
    for name, data in late:
        try_to(load, name, data)
    sys.modules["__main__"] = main
    try_to(sys.stdout.reconfigure, line_buffering=True, write_through=False)  # so that workers print whole lines


_define(%r, %r, %r, globals())
del _define
"""


def bring_definitions(module):
    """For multiprocessing.spawn: its preparation data name a file that defines what the cells have defined."""
    prepare = module.get_preparation_data
    definitions = _DefinitionFile()

    def get_preparation_data(*arguments, **keywords):
        data = prepare(*arguments, **keywords)
        if not host.is_child() and "init_main_from_name" not in data:
            data["init_main_from_path"] = definitions.write()
        return data

    module.get_preparation_data = get_preparation_data


class _DefinitionFile:
    """One file for the kernel's life, rewritten for each process so that it holds the definitions of the moment."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="evald-cells-")
        self._count = 0

    def write(self):
        self._count += 1
        path = os.path.join(self._folder.name, "cells_%d.py" % self._count)
        text = PROGRAM % (_pieces(), _values(), host.compiler.future)
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        return path


def _pieces():
    """(filename, source) of every import, and of the last definition of each name that is still there."""
    found = {}
    for filename, source in host.sources.texts.items():
        try:
            source = as_python(source)[0]
            body = ast.parse(source).body
        except (SyntaxError, ValueError):
            continue
        for statement in body:
            for name in _defined_by(statement):
                found.pop(name, None)
                found[name] = (filename, statement, source)
    names = host.namespace.names
    kept = [item for name, item in found.items() if not isinstance(name, str) or name in names]
    return [(filename, _source_of(statement, source)) for filename, statement, source in kept]


def _defined_by(statement):
    """What a statement defines: names, or itself where it is to be run whatever it binds."""
    if isinstance(statement, DEFINITIONS):
        return [statement.name]
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id  # `Point = namedtuple(...)`, `double = lambda x: 2 * x`
        return [name] if isinstance(host.namespace.names.get(name), (types.FunctionType, type)) else []
    if isinstance(statement, IMPORTS) or _only_imports(statement):
        return [ast.dump(statement).encode()]
    return []


def _only_imports(statement):
    """`try: import a` with its `except ImportError: a = None`, and `if` likewise."""
    return isinstance(statement, (ast.Try, ast.If)) and all(isinstance(part, IMPORTS) for part in statement.body)


def _source_of(statement, source):
    """The statement's text, on the lines of the file where it stands in the cell."""
    if isinstance(statement, IMPORTS + (ast.Assign,)):  # may share its line with others, which are not to run again
        return "\n" * (statement.lineno - 1) + ast.get_source_segment(source, statement) + "\n"
    first = min([statement.lineno] + [item.lineno for item in getattr(statement, "decorator_list", [])])
    lines = lines_of(source)[first - 1 : statement.end_lineno]
    return "\n" * (first - 1) + "\n".join(lines) + "\n"


def _values():
    """(name, pickle) of the names that are bound to plain data."""
    values = []
    own = set(map(id, sys.modules["eval_runner.prelude"].HELPERS.values()))
    for name, value in list(host.namespace.names.items()):
        if name.startswith("__") or id(value) in own or isinstance(value, NOT_VALUES) or _is_large(value):
            continue
        try:
            data = pickle.dumps(value)
        except Exception:
            continue  # a lock, a connection: a process started afresh can't have it
        if len(data) <= LARGEST_VALUE:
            values.append((name, data))
    return values


def _is_large(value):
    """Large before it is pickled, which would double it."""
    size = getattr(value, "nbytes", None)
    if not isinstance(size, int):
        size = sys.getsizeof(value, 0)
    return size > LARGEST_VALUE
