"""What a test says about itself: the part of YAML that test262's front matter uses."""

import re

BLOCK = re.compile(r"/\*---(.*?)---\*/", re.S)
KEY = re.compile(r"^([A-Za-z_]+):\s*(.*)$")


class FrontMatter:
    """flags, features and includes as lists; negative as (phase, type) or None."""

    def __init__(self, source):
        found = BLOCK.search(source)
        values = parse(found.group(1).replace("\r\n", "\n").replace("\r", "\n")) if found else {}
        self.flags = values.get("flags", [])
        self.features = values.get("features", [])
        self.includes = values.get("includes", [])
        negative = values.get("negative")
        self.negative = (negative.get("phase"), negative.get("type")) if isinstance(negative, dict) else None


def parse(text):
    """Top-level keys with a list in brackets, a list of lines, a mapping of lines, or text."""
    values = {}
    key = None
    for line in text.split("\n"):
        top = KEY.match(line)
        if top:
            key, rest = top.group(1), top.group(2).strip()
            values[key] = bracketed(rest) if rest.startswith("[") else rest
            continue
        line = line.strip()
        if key is None or not line:
            continue
        present = values[key]
        if isinstance(present, str) and present.startswith("["):  # brackets over several lines
            values[key] = bracketed(present + " " + line)
        elif line.startswith("- ") and (present == "" or isinstance(present, list)):
            values[key] = (present or []) + [line[2:].strip()]
        elif KEY.match(line) and (present == "" or isinstance(present, dict)):
            inner, value = KEY.match(line).groups()
            values[key] = dict(present or {}, **{inner: value.strip()})
    return values


def bracketed(text):
    """A list, or the text itself while its closing bracket is still to come."""
    if not text.endswith("]"):
        return text
    return [part.strip() for part in text[1:-1].split(",") if part.strip()]
