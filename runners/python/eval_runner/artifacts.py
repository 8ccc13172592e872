"""Stored output of this session, by id."""

import json
import os
import re

from .display import emit_status

ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
STEP = re.compile(r'\.?(?:([^.\[\]"]+)|\[(-?\d+)\]|\["([^"]*)"\])')
FORMATS = ("raw", "json", "stripped")


def folder():
    path = os.environ.get("EVAL_ARTIFACTS")
    if not path or not os.path.isdir(path):
        raise RuntimeError("No stored output is available in this session.")
    return path


def path_of(name):
    """The file of an id; an id is a name, never a path."""
    path = os.path.join(folder(), name)
    if os.path.basename(name) != name or name in ("", ".", "..") or not os.path.isfile(path):
        known = sorted(entry for entry in os.listdir(folder()) if not entry.startswith("."))
        message = "Output not found: %s" % name
        if known:
            message += "\n\nAvailable outputs: %s" % ", ".join(known[:20])
            message += " (and %d more)" % (len(known) - 20) if len(known) > 20 else ""
        emit_status("output", id=name, error=message.split("\n")[0])
        raise FileNotFoundError(message)
    return path


def output(*ids, format="raw", query=None, offset=None, limit=None):
    if not ids:
        raise ValueError("At least one output id is required.")
    if query and (offset is not None or limit is not None):
        raise ValueError("query cannot be combined with offset or limit")
    if format not in FORMATS:
        raise ValueError("format is one of %s" % ", ".join(FORMATS))
    records = [_record(str(name), format, query, offset, limit) for name in ids]
    emit_status("output", ids=list(map(str, ids)), chars=sum(len(record["content"]) for record in records))
    if format == "json":
        return records[0] if len(ids) == 1 else records
    if len(ids) == 1:
        return records[0]["content"]
    return [{"id": record["id"], "content": record["content"]} for record in records]


def _record(name, format, query, offset, limit):
    path = path_of(name)
    with open(path, encoding="utf-8", errors="replace", newline="") as stream:
        whole = stream.read()
    content = _select(name, whole, query, offset, limit)
    if format == "stripped":
        content = ANSI.sub("", content)
    record = {
        "id": name,
        "path": path,
        "line_count": len((content if query else whole).splitlines()),
        "char_count": len(content if query else whole),
        "content": content,
    }
    if query:
        record["query"] = query
    return record


def _select(name, text, query, offset, limit):
    if query:
        try:
            value = json.loads(text)
        except ValueError as error:
            raise ValueError("Output %s is not valid JSON: %s" % (name, error)) from None
        return json.dumps(find(value, query), indent=2, ensure_ascii=False)
    return select_lines(text, offset or 1, limit)


def select_lines(text, offset, limit):
    """`limit` lines from line `offset` on, counted from 1."""
    if offset <= 1 and limit is None:
        return text
    start = max(0, offset - 1)
    lines = text.split("\n")
    whole = [line + "\n" for line in lines[:-1]] + lines[-1:]
    return "".join(whole[start : None if limit is None else start + max(0, limit)])


def find(value, query):
    """The part of a JSON value that a query such as `.files[0]["a name"].size` names; None where there is none."""
    position, query = 0, query.strip()
    while position < len(query) and query[position:] != ".":
        step = STEP.match(query, position)
        if step is None:
            raise ValueError("query not understood at %r" % query[position:])
        name, index, quoted = step.groups()
        key = int(index) if index is not None else name if name is not None else quoted
        try:
            value = value[key] if isinstance(value, list if index is not None else dict) else None
        except (LookupError, TypeError):
            return None
        position = step.end()
    return value
