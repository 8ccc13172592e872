"""The helpers for lines of text."""

from itertools import groupby

from .display import emit_status


def lines_of(text):
    """The lines of a text, or the items of a list. A line ends with \\n or \\r\\n, and with nothing else."""
    if not isinstance(text, str):
        return list(text)
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line[:-1] if line.endswith("\r") else line for line in lines]


def sort(text, reverse=False, unique=False):
    lines = [str(line) for line in lines_of(text)]
    lines = sorted(set(lines) if unique else lines, reverse=reverse)
    emit_status("sort", lines=len(lines), unique=bool(unique), reverse=bool(reverse))
    return "\n".join(lines)


def uniq(text, count=False):
    groups = [(len(list(same)), line) for line, same in groupby(lines_of(text))]
    emit_status("uniq", groups=len(groups), count=bool(count))
    return groups if count else "\n".join(str(line) for _, line in groups)


def counter(items, limit=None, reverse=True):
    found = {}
    for item in lines_of(items):
        found[item] = found.get(item, 0) + 1
    counted = [(count, item) for item, count in found.items()]
    counted.sort(key=lambda pair: (pair[0], str(pair[1])), reverse=reverse)
    emit_status("counter", unique=len(counted), total=sum(found.values()))
    return counted if limit is None else counted[: max(0, limit)]
