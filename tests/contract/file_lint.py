"""Holds files to the rules of CONTRIBUTING.md: names that say something, and a length that can be read."""

import re
import sys
from pathlib import Path

import sources

EMPTY_WORDS = {"util", "utils", "utility", "utilities", "misc", "common", "stuff"}
# Here a helper is a function that cells may call: as part of a name it says something, alone it does not.
EMPTY_NAMES = {"helper", "helpers"}
LONGEST = 400
SOURCES = {".cpp", ".hpp", ".c", ".h", ".py", ".js"}


def complaint_about_name(path):
    for part in path.parts:
        words = set(re.split(r"[^a-z0-9]+", part.lower()))
        if words & EMPTY_WORDS or Path(part).stem.lower() in EMPTY_NAMES:
            return f"'{part}' does not say what is in it"
    if path.suffix in {".cpp", ".hpp"} and not re.fullmatch(r"[a-z0-9_]+", path.stem):
        return "C++ files are named in snake_case"
    return None


def complaint_about_length(path):
    if path.suffix not in SOURCES:
        return None
    lines = sources.text_of(path).count("\n")
    return f"{lines} lines; more than {LONGEST} are two files" if lines > LONGEST else None


def main():
    failed = False
    for path in sources.files():
        for complaint in filter(None, (complaint_about_name(path), complaint_about_length(path))):
            print(f"{path}: {complaint}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
