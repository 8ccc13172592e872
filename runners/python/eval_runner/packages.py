"""%pip: packages into the interpreter's environment if it can be written, else into the session's own."""

import importlib
import os
import re
import shlex
import subprocess
import sys
import sysconfig

from . import host, processes, user_site
from .display import emit_status

NO_NETWORK = re.compile(
    "name resolution|Network is unreachable|Name or service not known|Failed to establish a new connection|"
    "No route to host|Connection refused|ProxyError"
)
OFFLINE_ADVICE = (
    "The sandbox has no network: only local wheels, folders and indexes can be installed from "
    "(%pip install --no-index --find-links FOLDER NAME)."
)


PIECE = re.compile(r"""\s+|'[^']*'|"(?:\\.|[^"\\])*"|\\.|.""", re.DOTALL)
TAIL_WORD = re.compile(r"\d?[<>]|&>|&\s*$|;")  # how a word begins that is a shell's, not pip's as in `x>=1`
TAIL_SIGN = re.compile(r"\||&&|;(?:\s|$)")  # what ends pip's words even inside one


def pip(shell, line, caller):
    """`python -m pip`, streaming. What it changed is imported anew by the next import."""
    own, tail = _split_tail(line)
    words = shlex.split(own) or ["--help"]
    before = _installed()
    removed = _named(words[1:], before) if words[0] == "uninstall" else set()
    saw_no_network = []

    def write(text):
        if NO_NETWORK.search(text):
            saw_no_network.append(True)
        sys.stdout.write(text)

    command, environment = _command(words)
    if tail:
        command = ["/bin/sh", "-c", " ".join(map(shlex.quote, command)) + " " + tail]
    code = processes.pipe(command, write, stderr=subprocess.STDOUT, env=environment)
    if code and saw_no_network:
        print(OFFLINE_ADVICE)
    changed = _changed(before) | removed
    _forget(changed)
    shell.user_ns["_exit_code"] = code
    emit_status("pip", args=line, exit_code=code, evicted=sorted(changed))


def _split_tail(line):
    """pip's own words, and what a shell is to do with them: `2>&1 | tail -1`. A comment is neither."""
    begins_word = True
    for piece in PIECE.finditer(line):
        start = piece.start()
        if begins_word and line[start] == "#":
            return line[:start], ""
        if TAIL_SIGN.match(line, start) or begins_word and TAIL_WORD.match(line, start):
            return line[:start], line[start:]
        begins_word = piece.group().isspace()
    return line, ""


def _command(words):
    """The command and its environment, with pip told where to install."""
    goes_to_session = words[0] == "install" and not _chooses_place(words) and not _own_environment_is_writable()
    folder = user_site.folder_of(host.workspace)
    if goes_to_session:
        os.makedirs(folder, exist_ok=True)
        user_site.add(host.workspace)
    environment = dict(os.environ)
    environment.setdefault("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    environment.setdefault("PIP_NO_INPUT", "1")
    environment.setdefault("PIP_RETRIES", "1")
    environment["PIP_BREAK_SYSTEM_PACKAGES"] = "1"  # the session's own folder is not the system's
    command = [sys.executable, "-m", "pip"] + words
    if goes_to_session and sys.prefix == sys.base_prefix:
        command.append("--user")
    elif goes_to_session:  # pip refuses --user in a virtual environment
        command += ["--target", folder, "--upgrade"]
    return command, environment


def _chooses_place(words):
    return any(word.split("=")[0] in ("--user", "--target", "-t", "--prefix", "--root") for word in words)


def _own_environment_is_writable():
    return sys.prefix != sys.base_prefix and os.access(sysconfig.get_path("purelib"), os.W_OK)


def _installed():
    """{place: (when it changed, distribution)} of all distributions on sys.path."""
    from importlib import metadata

    importlib.invalidate_caches()
    found = {}
    for distribution in metadata.distributions():
        path = str(getattr(distribution, "_path", ""))
        try:
            changed = os.stat(path).st_mtime_ns
        except OSError:
            changed = 0
        found.setdefault(path, (changed, distribution))
    return found


def _changed(before):
    """The names to import of all that was installed or replaced."""
    after = _installed()
    names = set()
    for path, (time, distribution) in after.items():
        if path not in before or before[path][0] != time:
            names |= _import_names(distribution)
    return names


def _named(words, installed):
    """What these distributions bring to import, asked before they are removed."""
    wanted = {_normal(word) for word in words}
    names = set()
    for _, distribution in installed.values():
        if _normal(distribution.metadata["Name"] or "") in wanted:
            names |= _import_names(distribution)
    return names


def _normal(name):
    return re.sub("[-_.]+", "-", name).lower()


def _import_names(distribution):
    """Top-level names, by the record of installed files: the distribution may be called otherwise."""
    names = set()
    for file in distribution.files or ():
        first = file.parts[0]
        if len(file.parts) == 1 and first.endswith((".py", ".so")):
            names.add(first.split(".")[0])
        elif len(file.parts) > 1 and first.isidentifier() and first != "__pycache__":
            names.add(first)
    listed = distribution.read_text("top_level.txt")
    return names | set((listed or "").split())


def _forget(names):
    for module in list(sys.modules):
        if module.partition(".")[0] in names:
            del sys.modules[module]
    importlib.invalidate_caches()


LINE_MAGICS = {"pip": pip}
