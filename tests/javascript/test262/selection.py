"""Which tests are run and which are left out: lists of patterns with a reason each."""

import fnmatch
import pathlib
import re

from frontmatter import FrontMatter

HERE = pathlib.Path(__file__).parent
FOLDERS = ("language", "built-ins")


class Rules:
    """Lines `KIND PATTERN  # reason`, where the kind may be left out."""

    def __init__(self, path):
        self.rules = []
        for line in path.read_text().splitlines():
            line, _, reason = line.partition("#")
            words = line.split()
            if words:
                kind = words[0] if len(words) == 2 else "path"
                self.rules.append((kind, words[-1], reason.strip()))
        self.features = {pattern for kind, pattern, _ in self.rules if kind == "feature"}
        globs = [(pattern, reason) for kind, pattern, reason in self.rules if kind == "path"]
        self.globs = [(re.compile(fnmatch.translate(pattern)), pattern, reason) for pattern, reason in globs]

    def match_path(self, path):
        """(pattern, reason) of the first rule that fits, or None."""
        for regex, pattern, reason in self.globs:
            if regex.match(path):
                return pattern, reason
        return None


class Test:
    def __init__(self, root, path):
        self.path = path
        self.file = root / "test" / path
        self.source = self.file.read_bytes().decode("utf-8", "surrogatepass")
        self.matter = FrontMatter(self.source)

    @property
    def modes(self):
        """The ways in which it is to be run: "sloppy", "strict" or "module"."""
        flags = self.matter.flags
        if "module" in flags:
            return ["module"]
        if "raw" in flags or "noStrict" in flags:
            return ["sloppy"]
        return ["strict"] if "onlyStrict" in flags else ["sloppy", "strict"]


def is_excluded(test, excluded):
    if test.matter.negative and test.matter.negative[0] == "parse":
        return True  # early errors
    return bool(excluded.features.intersection(test.matter.features)) or excluded.match_path(test.path) is not None


def paths(root, under=""):
    base = root / "test"
    for folder in FOLDERS:
        for file in sorted((base / folder).rglob("*.js")):
            path = file.relative_to(base).as_posix()
            if "_FIXTURE" not in path and (under in path):
                yield path
