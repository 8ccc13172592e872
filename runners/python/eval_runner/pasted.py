"""Cells as they are pasted: indented as a whole, or with the prompts of an interactive session."""

import re

PROMPT = re.compile(r"(?:>>> ?|In \[\d+\]: ?)")
MORE = re.compile(r"(?:\.\.\. ?| *\.\.\.: ?)")


def clean(source):
    return _without_indent(_without_prompts(source))


def _without_prompts(source):
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if not PROMPT.match(first):
        return source
    return "\n".join(MORE.sub("", PROMPT.sub("", line, 1), 1) if _has_prompt(line) else line for line in lines)


def _has_prompt(line):
    return PROMPT.match(line) or MORE.match(line)


def _without_indent(source):
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    if not indent:
        return source
    return "\n".join(line[len(indent) :] if line.startswith(indent) else line for line in lines)
