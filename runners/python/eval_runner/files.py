"""The helpers for files and environment variables."""

import os
import re
from pathlib import Path

from . import artifacts
from .display import emit_status
from .text_tools import lines_of

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
PREVIEW = 500
MOST_ENTRIES = 10000  # of a tree


def resolve(path):
    """The path that a helper was given: `~` is the home folder, a scheme is a mistake."""
    text = os.fspath(path)
    if isinstance(text, bytes):
        text = os.fsdecode(text)
    if SCHEME.match(text):
        raise ValueError("Protocol paths are not supported by this helper: %s" % text)
    return Path(text).expanduser()


def read(path, offset=1, limit=None):
    text = artifacts.select_lines(_text_of(path), offset, limit)
    emit_status("read", path=str(path), chars=len(text), preview=text[:PREVIEW])
    return text


def _text_of(path):
    if isinstance(path, str) and path.startswith("artifact://"):
        file = artifacts.path_of(path[len("artifact://") :])
    else:
        file = resolve(path)
    with open(file, encoding="utf-8", errors="replace", newline="") as stream:
        return stream.read()


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

    before, after = lines_of(_text_of(a)), lines_of(_text_of(b))
    text = "".join(line + "\n" for line in difflib.unified_diff(before, after, str(a), str(b), lineterm=""))
    emit_status("diff", file_a=str(a), file_b=str(b), identical=not text, preview=text[:PREVIEW])
    return text


def tree(path=".", max_depth=3, show_hidden=False):
    base = str(resolve(path))
    os.stat(base)  # tells what is wrong, if something is
    lines = [base.rstrip("/") + "/"]
    _add_branches(lines, base, "", max_depth, show_hidden)
    text = "\n".join(lines)
    emit_status("tree", path=base, entries=len(lines) - 1, preview=text[: 2 * PREVIEW])
    return text


def _add_branches(lines, folder, prefix, depth, show_hidden):
    """Folders first, then files and links, each by name. A folder that can't be read is shown as if it were empty."""
    try:
        entries = [entry for entry in os.scandir(folder) if show_hidden or not entry.name.startswith(".")]
    except OSError:
        return
    entries.sort(key=lambda entry: (not entry.is_dir(follow_symlinks=False), entry.name))
    for entry in entries if depth > 0 else ():
        if len(lines) > MOST_ENTRIES:
            return
        is_last, is_folder = entry is entries[-1], entry.is_dir(follow_symlinks=False)
        lines.append(prefix + ("└── " if is_last else "├── ") + entry.name + ("/" if is_folder else ""))
        if is_folder:
            _add_branches(lines, entry.path, prefix + ("    " if is_last else "│   "), depth - 1, show_hidden)


def env(key=None, value=None):
    if key is None:
        variables = dict(sorted(os.environ.items()))
        emit_status("env", count=len(variables), keys=list(variables)[:20])
        return variables
    if value is not None:
        os.environ[key] = str(value)
        emit_status("env", key=key, action="set")
        return str(value)
    found = os.environ.get(key)
    emit_status("env", key=key, action="get")
    return found
