"""What a cell gave, in the form in which runner and Node can be compared."""

import re

ADVICE = "Unhandled rejection (missing await?): "
FRAMES = re.compile(r"(\n\s+(at |\.\.\. \d+ lines matching )[^\n]*?)+(?=( \{)?(\n|\]|$))")


def of_cell(cell):
    """{stdout, stderr, value, error} of a Cell, only what there is."""
    outcome = {kind: cell.text(kind) for kind in ("stdout", "stderr")}
    outcome["value"] = cell.result.get("text/plain", "") if cell.result else ""
    if cell.error:
        name, message = cell.error["ename"], cell.error["evalue"]
        unhandled = message.startswith(ADVICE)
        outcome["error"] = "%s%s: %s" % ("Unhandled " if unhandled else "", name, message[len(ADVICE) * unhandled:])
    return {key: text for key, text in outcome.items() if text}


def normal(outcome):
    """The outcome without what must differ: the lines of stack traces."""
    return {key: FRAMES.sub("", text) for key, text in outcome.items()}


def as_text(outcomes):
    """Outcomes as one text, as it stands in files of programs."""
    parts = []
    for outcome in map(normal, outcomes):
        parts.append(outcome.get("stdout", ""))
        parts += ["%s %s\n" % (key.upper(), outcome[key]) for key in ("stderr", "value", "error") if key in outcome]
    return "\n".join(line.rstrip() for line in "".join(parts).rstrip("\n").split("\n"))
