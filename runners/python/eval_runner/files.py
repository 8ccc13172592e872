"""The helpers for files and environment variables."""

import os
import re
from pathlib import Path

from . import artifacts
from .display import emit_status

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
PREVIEW = 500


def resolve(path):
    """The path that a helper was given: `~` is the home folder, a scheme is a mistake."""
    text = os.fspath(path)
    if isinstance(text, bytes):
        text = os.fsdecode(text)
    if SCHEME.match(text):
        raise ValueError("Protocol paths are not supported by this helper: %s" % text)
    return Path(text).expanduser()


def select_lines(text, offset, limit):
    """`limit` lines from line `offset` on, counted from 1."""
    if offset <= 1 and limit is None:
        return text
    start = max(0, offset - 1)
    lines = text.split("\n")
    ends = [line + "\n" for line in lines[:-1]] + lines[-1:]
    return "".join(ends[start : None if limit is None else start + max(0, limit)])


def read(path, offset=1, limit=None):
    if isinstance(path, str) and path.startswith("artifact://"):
        file = artifacts.path_of(path[len("artifact://") :])
    else:
        file = resolve(path)
    with open(file, encoding="utf-8", errors="replace", newline="") as stream:
        text = select_lines(stream.read(), offset, limit)
    emit_status("read", path=str(path), chars=len(text), preview=text[:PREVIEW])
    return text


def write(path, content):
    return _store("write", path, content)


def append(path, content):
    return _store("append", path, content)


def _store(op, path, content):
    file = resolve(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, (bytes, bytearray, memoryview)):
        data = bytes(content)
    elif isinstance(content, str):
        data = content.encode("utf-8", "surrogatepass")
    else:
        raise TypeError("%s() expects text or bytes, not %s" % (op, type(content).__name__))
    with open(file, "ab" if op == "append" else "wb") as stream:
        stream.write(data)
    emit_status(op, path=str(file), chars=len(content), bytes=len(data))
    return file


def diff(a, b):
    import difflib

    first, second = (resolve(path).read_text(encoding="utf-8", errors="replace").splitlines() for path in (a, b))
    lines = list(difflib.unified_diff(first, second, str(a), str(b), lineterm=""))
    emit_status("diff", a=str(a), b=str(b), identical=not lines, lines=len(lines), preview="\n".join(lines)[:PREVIEW])
    return "\n".join(lines)


def tree(path=".", max_depth=3, show_hidden=False):
    base = resolve(path)
    lines = ["%s/" % base] + _branches(base, "", 1, max_depth, show_hidden)
    text = "\n".join(lines)
    emit_status("tree", path=str(base), entries=len(lines) - 1, preview=text[: 2 * PREVIEW])
    return text


def _branches(folder, prefix, depth, max_depth, show_hidden):
    """The lines below a folder: folders first, then files, each by name."""
    if depth > max_depth:
        return []
    try:
        entries = [entry for entry in os.scandir(folder) if show_hidden or not entry.name.startswith(".")]
    except PermissionError:
        return [prefix + "└── [permission denied]"]
    entries.sort(key=lambda entry: (not entry.is_dir(), entry.name.lower(), entry.name))
    lines = []
    for entry in entries:
        is_last = entry is entries[-1]
        lines.append(prefix + ("└── " if is_last else "├── ") + entry.name + ("/" if entry.is_dir() else ""))
        if entry.is_dir(follow_symlinks=False):
            below = prefix + ("    " if is_last else "│   ")
            lines += _branches(entry.path, below, depth + 1, max_depth, show_hidden)
    return lines


def env(key=None, value=None):
    if key is None:
        variables = dict(sorted(os.environ.items()))
        emit_status("env", count=len(variables), keys=list(variables)[:20])
        return variables
    if value is not None:
        os.environ[key] = str(value)
        emit_status("env", key=key, value=str(value), action="set")
        return str(value)
    found = os.environ.get(key)
    emit_status("env", key=key, value=found, action="get")
    return found
