"""How a cell ended, as the frames that say so."""

from .frames import quote


LARGEST_CODE = (1 << 31) - 1  # what a host takes for an exit code
LONGEST = 1 << 18  # characters of an error's text, of whose traceback a little more is shown


class Outcome:
    """What one cell's end comes to: its error frame, and the members of `done` that depend on it."""

    __slots__ = ("is_ok", "exit_code", "error_frame")

    def __init__(self, is_ok=True, exit_code=None, error_frame=b""):
        self.is_ok = is_ok
        self.exit_code = exit_code
        self.error_frame = error_frame


SUCCESS = Outcome()


def outcome_of(error, head, sources):
    if error is None:
        return SUCCESS
    if isinstance(error, SystemExit):
        return _of_exit(error, head)
    try:
        from . import tracebacks

        name, text = tracebacks.name_of(error), tracebacks.text_of(error)
        return Outcome(False, None, _frame(head, name, text, tracebacks.lines_of(error, sources)))
    except BaseException:
        return bare_outcome(error, head)


def bare_outcome(error, head):
    """The error alone, where a cell has broken what is needed to tell its traceback."""
    name = type(error).__name__
    text = _safely(lambda: str(error), "")
    return Outcome(False, None, _frame(head, name, text, ["%s: %s" % (name, text)]))


def _of_exit(error, head):
    """sys.exit(n) ends the cell with that code; anything but a number is its message, and the code 1."""
    code = error.code
    if code is None or (isinstance(code, int) and code == 0):
        return Outcome(True, 0)
    if isinstance(code, int):
        text = _safely(lambda: str(int(code)), "a number of more digits than Python tells")
        is_code = -LARGEST_CODE <= code <= LARGEST_CODE
        return Outcome(False, int(code) if is_code else 1, _frame(head, "SystemExit", text, ["SystemExit: " + text]))
    text = _safely(lambda: str(code), "<unprintable exit code>")
    return Outcome(False, 1, _frame(head, "SystemExit", text, text.split("\n")))


def _frame(head, name, text, lines):
    if len(text) > LONGEST:
        text = text[:LONGEST] + "…"
    if sum(map(len, lines)) > 4 * LONGEST:
        lines = [line[:LONGEST] for line in lines[:20] + ["…"] + lines[-20:]]
    quoted = b",".join(quote(line) for line in lines)
    return b'{"type":"error","id":%s,"ename":%s,"evalue":%s,"traceback":[%s]}\n' % (
        head,
        quote(name),
        quote(text),
        quoted,
    )


def _safely(function, otherwise):
    try:
        return function()
    except BaseException:
        return otherwise


def done_frame(head, outcome, count, was_interrupted):
    cancelled = was_interrupted and not outcome.is_ok
    return b'{"type":"done","id":%s,"status":"%s","executionCount":%d,"cancelled":%s%s}\n' % (
        head,
        b"ok" if outcome.is_ok else b"error",
        count,
        b"true" if cancelled else b"false",
        b"" if outcome.exit_code is None else b',"exitCode":%d' % outcome.exit_code,
    )
