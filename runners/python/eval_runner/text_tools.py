"""The helpers for lines of text."""

from itertools import groupby

from .display import emit_status


def sort(text, reverse=False, unique=False):
    lines = text.splitlines()
    if unique:
        lines = list(dict.fromkeys(lines))
    lines.sort(reverse=reverse)
    emit_status("sort", lines=len(lines), unique=bool(unique), reverse=bool(reverse))
    return "\n".join(lines)


def uniq(text, count=False):
    groups = [(len(list(same)), line) for line, same in groupby(text.splitlines())]
    emit_status("uniq", groups=len(groups), count=bool(count))
    return groups if count else "\n".join(line for _, line in groups)


def counter(items, limit=None, reverse=True):
    found = {}
    for item in items.splitlines() if isinstance(items, str) else items:
        found[item] = found.get(item, 0) + 1
    # Python's sort is stable, so items of the same count stand in the order of their first occurrence.
    counted = sorted(((count, item) for item, count in found.items()), key=lambda pair: pair[0], reverse=reverse)
    emit_status("counter", unique=len(counted), total=sum(found.values()))
    return counted if limit is None else counted[: max(0, limit)]
