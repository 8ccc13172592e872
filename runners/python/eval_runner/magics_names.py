"""%who %whos %reset"""

import types

from . import host
from .display import emit_status
from .prelude import HELPERS

WIDTH = 60  # characters of a value in %whos


def own_names():
    """The names that cells have bound, sorted."""
    helpers = {name: id(value) for name, value in HELPERS.items()}
    names = host.namespace.names
    return sorted(
        name for name, value in list(names.items()) if not name.startswith("_") and helpers.get(name) != id(value)
    )


def _selected(line):
    """`%who int str` names only values of these types."""
    kinds = line.split()
    names = host.namespace.names
    return [name for name in own_names() if not kinds or type(names[name]).__name__ in kinds]


def who(shell, line, caller):
    names = _selected(line)
    if caller.is_assigned:
        return names
    print("  ".join(names) if names else "The namespace is empty.")
    return None


def whos(shell, line, caller):
    names = host.namespace.names
    rows = [(name, type(names[name]).__name__, _told(names[name])) for name in _selected(line)]
    if caller.is_assigned:
        return rows
    if not rows:
        print("The namespace is empty.")
        return None
    rows.insert(0, ("Variable", "Type", "Data/Info"))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = ["%s   %s   %s" % (row[0].ljust(widths[0]), row[1].ljust(widths[1]), row[2]) for row in rows]
    lines.insert(1, "-" * max(map(len, lines)))
    print("\n".join(line.rstrip() for line in lines))
    return None


def _told(value):
    """A value in a few words."""
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple):
        return "shape %s" % "x".join(map(str, shape))
    if isinstance(value, (list, tuple, set, frozenset, dict)) and len(value) > 10:
        return "n=%d" % len(value)
    if isinstance(value, types.ModuleType):
        return "<module %s>" % value.__name__
    try:
        text = " ".join(repr(value).split())
    except Exception:
        return "<its repr failed>"
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"


def reset(shell, line, caller):
    """Forget all names of the cells; the helpers are back as they were."""
    host.namespace.reset()
    emit_status("reset")


LINE_MAGICS = {"who": who, "whos": whos, "reset": reset}
