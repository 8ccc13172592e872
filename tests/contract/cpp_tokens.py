"""Cuts C++ into tokens: enough of the language to look at statements without being misled by strings and comments."""

import re
from dataclasses import dataclass

_PATTERN = re.compile(
    r"""
    (?P<skip>   //[^\n]* | /\*.*?\*/ | \s+ )
  | (?P<raw>    (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)" )
  | (?P<text>   (?:u8|[uUL])?"(?:\\.|[^"\\\n])*" | (?:u8|[uUL])?'(?:\\.|[^'\\\n])*' )
  | (?P<number> \.?\d(?:'?[\w.]|[eEpP][+-])* )
  | (?P<name>   [A-Za-z_]\w* )
  | (?P<sign>   ::|->\*?|\.\.\.|<=>|==|!=|<=|>=|&&|\|\||\+=|-=|\*=|/=|%=|&=|\|=|\^=|\+\+|--|[^\w\s] )
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Token:
    text: str
    line: int
    parent: int  # index of the bracket that it stands in, -1 outside of all


def tokens_of(source):
    """The tokens of a source text; directives, comments and the contents of strings are left out."""
    pieces = _pieces(_without_directives(source))
    tokens, open_brackets = [], []
    for text, line in pieces:
        if text in _OPENERS.values() and open_brackets:
            open_brackets.pop()
        parent = open_brackets[-1] if open_brackets else -1
        tokens.append(Token(text, line, parent))
        if text in _OPENERS:
            open_brackets.append(len(tokens) - 1)
    return tokens


def closing(tokens, opener):
    """Index of the bracket that closes the one at `opener`, or the end."""
    for index in range(opener + 1, len(tokens)):
        token = tokens[index]
        if token.parent == tokens[opener].parent and token.text == _OPENERS[tokens[opener].text]:
            return index
    return len(tokens)


def is_name(text):
    return re.fullmatch(r"[A-Za-z_]\w*", text) is not None


def _pieces(source):
    line, position = 1, 0
    while position < len(source):
        match = _PATTERN.match(source, position)
        if match is None:
            position += 1
            continue
        kind, text = match.lastgroup, match.group()
        if match.group("raw") or kind == "text":
            yield '""', line
        elif kind != "skip":
            yield text, line
        line += text.count("\n")
        position = match.end()


def _without_directives(source):
    """Empties preprocessor lines and their continuations, keeping the count of lines."""
    kept, in_directive = [], False
    for text in source.split("\n"):
        in_directive = in_directive or re.match(r"\s*#\s*(?:define|include|if|ifdef|ifndef|elif|else|endif|undef|pragma|error)\b", text)
        kept.append("" if in_directive else text)
        in_directive = in_directive and text.endswith("\\")
    return "\n".join(kept)
