"""%cd %pwd %ls %env %set_env %load %run %%writefile"""

import os
import shlex
import sys

from . import host
from .display import emit_status
from .environment import working_directory
from .expansion import expand
from .prelude import HELPERS


def cd(shell, line, caller):
    """Change the working directory; `%cd -` goes back. Its value is the new one."""
    target = _unquoted(line)
    before = working_directory()
    if target == "-":
        if _visited.last is None:
            raise ValueError("%cd -: there is no directory to go back to")
        target = _visited.last
    os.chdir(os.path.expanduser(target or "~"))
    _visited.last = before or _visited.last
    emit_status("cd", path=os.getcwd())
    return os.getcwd()


class _Visited:
    last = None


_visited = _Visited()


def pwd(shell, line, caller):
    return os.getcwd()


def ls(shell, line, caller):
    """The sorted names in a folder; with options or several names, what the program `ls` prints."""
    words = _words(line)
    if len(words) > 1 or any(word.startswith("-") or "*" in word for word in words):
        from . import processes

        if caller.is_assigned:
            return processes.keep("ls " + line, shell=True)
        processes.run("ls " + line, shell=True)
        return None
    return sorted(os.listdir(os.path.expanduser(words[0]) if words else "."))


def env(shell, line, caller):
    """All environment variables, one of them, or set one: `%env`, `%env KEY`, `%env KEY=VALUE`, `%env KEY VALUE`."""
    text = line.strip()
    if not text:
        return dict(sorted(os.environ.items()))
    separator = "=" if "=" in text else " "
    name, found, value = text.partition(separator)
    if not found:
        if name not in os.environ:
            raise KeyError("environment variable %s is not set" % name)
        return os.environ[name]
    return _set(name.strip(), value.strip(), caller)


def set_env(shell, line, caller):
    name, _, value = line.strip().replace("=", " ", 1).partition(" ")
    if not name or not value.strip():
        raise ValueError("usage: %set_env KEY VALUE")
    return _set(name, value.strip(), caller)


def _set(name, value, caller):
    hidden = set(map(id, HELPERS.values()))
    value = expand(_unquoted(value), host.namespace.names, caller.local_names or {}, hidden)
    os.environ[name] = value
    emit_status("env", key=name, action="set")
    return value if caller.is_assigned else print("env: %s=%s" % (name, value))


def load(shell, line, caller):
    """Read a file and run it as a cell."""
    path = os.path.abspath(os.path.expanduser(_unquoted(line)))
    with open(path, encoding="utf-8") as file:
        source = file.read()
    emit_status("load", path=path, chars=len(source))
    return host.cells.run_part(source, path, 0)


def run(shell, line, caller):
    """Run a script as the main program; its names are the cells' afterwards."""
    words = _words(line)
    if not words:
        raise ValueError("usage: %run PATH [ARGUMENTS]")
    path = os.path.expanduser(words[0])
    if not os.path.exists(path) and os.path.exists(path + ".py"):
        path += ".py"
    emit_status("run", path=os.path.abspath(path))
    names = _run_path(path, words[1:])
    own = {name: value for name, value in names.items() if not (name.startswith("__") and name.endswith("__"))}
    host.namespace.names.update(own)


def _run_path(path, arguments):
    import runpy

    argv, folder = sys.argv, os.path.dirname(os.path.abspath(path))
    sys.argv = [path] + arguments
    sys.path.insert(0, folder)
    try:
        return runpy.run_path(path, None, "__main__")
    except SystemExit as error:
        if error.code:
            raise
        return {}
    finally:
        sys.argv = argv
        if folder in sys.path:
            sys.path.remove(folder)


def writefile(shell, line, body):
    """Write the cell to a file; with -a, add it to the file's end."""
    words = _words(line)
    is_added = words[:1] in (["-a"], ["--append"])
    if len(words) != 1 + is_added:
        raise ValueError("usage: %%writefile [-a] PATH")
    path = os.path.expanduser(words[-1])
    verb = "Writing" if not os.path.exists(path) else "Appending to" if is_added else "Overwriting"
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "a" if is_added else "w", encoding="utf-8", newline="") as file:
        file.write(body.text)
    print("%s %s" % (verb, path))
    emit_status("writefile", path=path, chars=len(body.text))


def _words(line):
    return shlex.split(line)


def _unquoted(text):
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


LINE_MAGICS = {"cd": cd, "pwd": pwd, "ls": ls, "env": env, "set_env": set_env, "load": load, "run": run}
CELL_MAGICS = {"writefile": writefile, "file": writefile}
