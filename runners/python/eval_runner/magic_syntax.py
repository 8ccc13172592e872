"""Magics and shell commands as Python: `%name args`, `!command` and `%%name`, where a logical line of code begins.

The source is walked as Python reads it (strings with their nested fields, brackets, continued lines, comments), so
that what only looks like a magic, inside a string or an expression, stays as it is. Line numbers stay too.
"""

import re

from .compiling import lines_of

CELL_MAGIC = re.compile(r"%%([A-Za-z_]\w*)[ \t]*(.*)")
LINE_MAGIC = re.compile(r"([ \t]*)(?:%([A-Za-z_]\w*)|(!!?))[ \t]*(.*)")
ASSIGNED = re.compile(r"=[ \t]*(?:%([A-Za-z_]\w*)|!(?!=))[ \t]*(.*)")
STRING_START = re.compile(r"([A-Za-z]{0,3})('''|\"\"\"|'|\")")
BRACKETS = {"(": ")", "[": "]", "{": "}"}
NOT_ASSIGNING = "=!<>:+-*/%&|^@~"  # before a `=` that is part of another operator


def rewrite(source):
    """The source as Python, and the numbers of the lines that were changed."""
    lines = lines_of(source)
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    cell_magic = first is not None and CELL_MAGIC.match(lines[first])
    if cell_magic:
        name, rest = cell_magic.groups()
        body = "\n".join(lines[first + 1 :])
        if body and not body.endswith("\n"):
            body += "\n"
        call = "get_ipython().run_cell_magic(%r, %r, %r, %d)" % (name, rest.strip(), body, first + 1)
        return "\n" * first + call, {first + 1}
    walker = _Walker("\n".join(lines))
    return walker.walk(), walker.changed


class _Walker:
    """One pass over a source. The stack holds what is open: closing brackets, and strings with their fields."""

    def __init__(self, text):
        self._text = text
        self._at = 0
        self._pieces = []
        self._copied = 0  # how far the text is in the pieces already
        self._stack = []
        self._has_assigned = False
        self.changed = set()

    def walk(self):
        self._begin_line()
        while self._at < len(self._text):
            opened = self._stack[-1] if self._stack else None
            if isinstance(opened, _String):
                self._step_in_string(opened)
            else:
                self._step_in_code(opened)
        self._pieces.append(self._text[self._copied :])
        return "".join(self._pieces)

    def _begin_line(self):
        """At the start of a logical line; one that is a magic is consumed, with those that follow it."""
        self._has_assigned = False
        while True:
            match = LINE_MAGIC.match(self._text, self._at)
            if match is None:
                return
            indent, name, shell, rest = match.groups()
            rest, end = self._continue(rest, match.end())
            if name:
                call = "get_ipython().run_line_magic(%r, %r)" % (name, rest)
            elif shell == "!":
                call = "get_ipython().system(%r)" % rest
            else:
                call = "get_ipython().getoutput(%r)" % rest
            self._replace(self._at, end, indent + call)
            if not self._text.startswith("\n", self._at):
                return
            self._at += 1

    def _assign(self, match):
        name, rest = match.groups()
        rest, end = self._continue(rest, match.end())
        call = "get_ipython().assign_magic(%r, %r)" % (name, rest) if name else "get_ipython().getoutput(%r)" % rest
        self._replace(match.start(), end, "= " + call)

    def _continue(self, rest, end):
        """Join the lines that a backslash continues, as for a shell."""
        while rest.endswith("\\") and end < len(self._text):
            stop = self._text.find("\n", end + 1)
            stop = len(self._text) if stop < 0 else stop
            rest, end = rest[:-1] + self._text[end + 1 : stop].lstrip(), stop
        return rest.rstrip(), end

    def _replace(self, start, end, code):
        """Put code in the place of some text, with as many ends of line."""
        removed = self._text[start:end]
        line = self._text.count("\n", 0, start) + 1
        self.changed.update(range(line, line + removed.count("\n") + 1))
        self._pieces += [self._text[self._copied : start], code, "\n" * removed.count("\n")]
        self._copied = self._at = end

    def _step_in_code(self, closing):
        text, at = self._text, self._at
        char = text[at]
        string = STRING_START.match(text, at) if char.isalpha() or char in "'\"" else None
        if string and not (at and (text[at - 1].isalnum() or text[at - 1] == "_")):
            self._stack.append(_String(*string.groups()))
            self._at = string.end()
        elif char == "#":
            end = text.find("\n", at)
            self._at = len(text) if end < 0 else end
        elif char == "\\":
            self._at += 2
        elif char in BRACKETS:
            self._stack.append(BRACKETS[char])
            self._at += 1
        elif closing is not None:
            self._step_in_brackets(char, closing)
        else:
            self._step_at_top(char)

    def _step_in_brackets(self, char, closing):
        self._at += 1
        if char == closing:
            self._stack.pop()
        elif char == ":" and closing == "field":
            self._stack[-1] = _String("f", "}")  # the format of a field is text again, up to its end
        elif char == "}" and closing == "field":
            self._stack.pop()

    def _step_at_top(self, char):
        if char == "=" and not self._has_assigned:
            before = self._text[self._at - 1 : self._at]
            match = ASSIGNED.match(self._text, self._at)
            is_plain = before not in NOT_ASSIGNING or not before
            self._has_assigned = True
            if match and is_plain:
                self._assign(match)
                return
        self._at += 1
        if char == "\n":
            self._begin_line()

    def _step_in_string(self, string):
        text, at = self._text, self._at
        char = text[at]
        if char == "\\" and not string.is_format:
            self._at += 2
        elif text.startswith(string.delimiter, at):
            self._at += len(string.delimiter)
            self._stack.pop()
        elif char == "{" and string.has_fields:
            is_escape = text.startswith("{{", at) and not string.is_format
            self._at += 2 if is_escape else 1
            if not is_escape:
                self._stack.append("field")
        elif char == "\n" and len(string.delimiter) == 1:
            self._stack.clear()  # a mistake in the cell, which the compiler will tell
            self._at += 1
            self._begin_line()
        else:
            self._at += 1


class _String:
    __slots__ = ("delimiter", "has_fields", "is_format")

    def __init__(self, prefix, delimiter):
        self.delimiter = delimiter
        self.has_fields = "f" in prefix.lower() or "t" in prefix.lower()
        self.is_format = delimiter == "}"
