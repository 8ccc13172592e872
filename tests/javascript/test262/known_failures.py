"""The tests that are known to fail: sections `== reason`, below it lines `FOLDER: NAME …` of names without `.js`."""

import pathlib
import textwrap

FILE = pathlib.Path(__file__).parent / "known_failures.txt"
NOT_LOOKED_INTO = "not looked into"


def read(file=FILE):
    """Path of a test to the reason why it fails."""
    reasons = {}
    reason = folder = ""
    for line in file.read_text().splitlines():
        if line.startswith("== "):
            reason = line[3:].strip()
        elif line and not line.startswith("#"):
            head, colon, names = line.partition(": ")
            if colon:
                folder, line = head, names
            for name in line.split():
                reasons["%s/%s.js" % (folder, name)] = reason
    return reasons


def write(reasons, file=FILE):
    """The comment at the file's beginning stays."""
    heading = [line for line in file.read_text().splitlines() if line.startswith("#")]
    sections = {}
    for path, reason in reasons.items():
        folder, _, name = path.rpartition("/")
        sections.setdefault(reason, {}).setdefault(folder, []).append(name[: -len(".js")])
    lines = heading
    for reason in sorted(sections):
        lines += ["", "== " + reason]
        for folder in sorted(sections[reason]):
            text = "%s: %s" % (folder, " ".join(sorted(sections[reason][folder])))
            lines += textwrap.wrap(text, 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    file.write_text("\n".join(lines) + "\n")


def compare(results, reasons):
    """(tests that fail and are not listed, tests that are listed and pass)"""
    failing = [path for path, failure in results.items() if failure is not None and path not in reasons]
    passing = [path for path, failure in results.items() if failure is None and path in reasons]
    return failing, passing


def updated(results, reasons):
    """What to list by these results: tests that did not run stay as they are."""
    kept = {path: reason for path, reason in reasons.items() if results.get(path, "") is not None}
    added = {path: NOT_LOOKED_INTO for path, failure in results.items() if failure is not None}
    return {**added, **kept}
