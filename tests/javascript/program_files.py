"""Files of small programs: `=== name` starts one, `---` parts its code from what it prints, `...` its cells.

A file's first lines, up to the first program, say what the file is about."""

import glob
import os
import re

NAME = re.compile(r"^=== (.+)$", re.M)


class Program:
    """Code with a name; `cells` are run one after another in one kernel."""

    def __init__(self, name, code, expected=None):
        self.name = name
        self.cells = re.split(r"^\.\.\.\n", code, flags=re.M)
        self.expected = expected


class ProgramFile:
    def __init__(self, path):
        self.path = path
        self.feature = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as file:
            head, *parts = NAME.split(file.read())
        self.head = head
        self.programs = [self._program(*pair) for pair in zip(parts[::2], parts[1::2])]
        names = [program.name for program in self.programs]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ValueError("%s: names stand twice: %s" % (path, sorted(twice)))

    @staticmethod
    def _program(name, text):
        code, _, expected = text.lstrip("\n").partition("\n---\n")
        return Program(name, code.rstrip("\n") + "\n", expected.rstrip("\n"))

    def write(self):
        """The file again, with the expected outputs that its programs have now."""
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(self.head)
            for program in self.programs:
                file.write("=== %s\n%s---\n%s\n\n" % (program.name, "...\n".join(program.cells), program.expected))


def program_files(folder, features=()):
    """The folder's files in order; only those of the named features if any are named."""
    files = [ProgramFile(path) for path in sorted(glob.glob(os.path.join(folder, "*.txt")))]
    unknown = set(features) - {file.feature for file in files}
    if unknown:
        raise SystemExit("no such feature: " + ", ".join(sorted(unknown)))
    return [file for file in files if not features or file.feature in features]
