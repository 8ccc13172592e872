"""Holds coroutines to the few shapes of statement that g++ 12 compiles right (CONTRIBUTING.md, "Coroutines").

A co_await may stand only as
    co_await E;        (void)co_await E;        co_return co_await E;
    TYPE name = co_await E;        name = co_await E;        auto [a, b] = co_await E;
    if (TYPE name = co_await E)    if (TYPE name = co_await E; condition)
    TYPE name(co_await this_coro::executor);
and E holds no brace, no ?:, no lambda and no further co_await. Beside that, a coroutine has no parameter with a braced
default, and in the product a lambda that captures is no coroutine: its captures die with it, not with the frame.
"""

import sys

import sources
from cpp_tokens import closing, is_name, tokens_of

CONTROL = {"if", "while", "for", "switch"}
BEFORE_BLOCK = {")", ";", "{", "}", "else", "do", "try", "const", "noexcept", "override", "final", "mutable", ":"}
BEFORE_SUBSCRIPT = {")", "]"}
IN_DECLARATION = {"::", "<", ">", ",", "&", "&&", "*", ".", "->", "[", "]", "(", ")", "..."}


def findings(source, is_product=True):
    """Pairs of line and complaint."""
    tokens = tokens_of(source)
    found = []
    for index, token in enumerate(tokens):
        if token.text == "co_await":
            complaint = _complaint_about(tokens, index)
            if complaint:
                found.append((token.line, complaint))
        elif token.text == "awaitable":
            parameters = _parameters_of(tokens, index)
            if parameters and _has_braced_default(tokens, parameters):
                found.append((token.line, "a coroutine's parameter has a braced default"))
        elif is_product and _is_lambda(tokens, index) and _captures(tokens, index) and _is_coroutine(tokens, index):
            found.append((token.line, "a lambda that captures is a coroutine"))
    return sorted(found)


def _complaint_about(tokens, index):
    parent = tokens[index].parent
    opener = tokens[parent].text if parent >= 0 else "{"
    if opener == "{":
        if parent >= 0 and not _opens_block(tokens, parent):
            return "co_await within a braced initialiser"
        shape_fits = _is_statement_start(_prefix(tokens, index))
    elif opener == "(":
        shape_fits = _fits_in_parentheses(tokens, index, parent)
    else:
        shape_fits = False
    if not shape_fits:
        return "co_await where it is no statement of its own and no whole initialiser"
    return _complaint_about_operand(tokens, index)


def _prefix(tokens, index):
    """The texts between the start of the statement and `index`, without labels and control headers before it."""
    start = index
    while start > 0 and not (tokens[start - 1].parent == tokens[index].parent and tokens[start - 1].text in ";}"):
        if start - 1 == tokens[index].parent:
            break
        start -= 1
    while start < index:
        after = _after_header(tokens, start, index)
        if after == start:
            break
        start = after
    return [token.text for token in tokens[start:index]]


def _after_header(tokens, start, end):
    """Index behind an `else`, `case x:`, `if (…)` and the like at `start`; `start` when there is none."""
    text = tokens[start].text
    if text in ("else", "do"):
        return start + 1
    if text in CONTROL:
        opener = start + 2 if tokens[start + 1].text == "constexpr" else start + 1
        after = closing(tokens, opener) + 1
        return after if after <= end else start
    if text in ("case", "default", "public", "private", "protected"):
        for index in range(start, end):
            if tokens[index].text == ":":
                return index + 1
    return start


def _is_statement_start(prefix):
    if prefix in ([], ["(", "void", ")"], ["co_return"]):
        return True
    return _is_target(prefix)


def _is_target(prefix):
    """TYPE name = or an assignment: one '=' at the end, and nothing but names and their punctuation before it."""
    if len(prefix) < 2 or prefix[-1] != "=":
        return False
    return all(is_name(text) and text not in ("return", "throw") or text in IN_DECLARATION for text in prefix[:-1])


def _fits_in_parentheses(tokens, index, parent):
    before = [token.text for token in tokens[parent + 1:index]]
    head = tokens[parent - 1].text if parent > 0 else ""
    if head == "if" or (head == "constexpr" and tokens[parent - 2].text == "if"):
        return ";" not in before and len(before) >= 3 and _is_target(before)
    return not before and _declares_with_executor(tokens, index, parent)


def _declares_with_executor(tokens, index, parent):
    """TYPE name(co_await this_coro::executor); and nothing else in the parentheses."""
    operand = [token.text for token in tokens[index + 1:closing(tokens, parent)]]
    declared = _prefix(tokens, parent)
    is_declaration = len(declared) >= 2 and is_name(declared[-1]) and (is_name(declared[-2]) or declared[-2] == ">")
    return operand[-3:] == ["this_coro", "::", "executor"] and "(" not in operand and is_declaration and (
        all(is_name(text) or text in ("::", "<", ">", ",") for text in declared))


def _complaint_about_operand(tokens, index):
    for at in range(index + 1, len(tokens)):
        token = tokens[at]
        if token.parent < tokens[index].parent or (token.parent == tokens[index].parent and token.text in ";)"):
            return None
        if token.text == "{":
            return "a brace in the expression of a co_await"
        if token.text == "?":
            return "?: in the expression of a co_await"
        if token.text == "co_await":
            return "a second co_await in the expression of a co_await"
        if _is_lambda(tokens, at):
            return "a lambda in the expression of a co_await"
    return None


def _opens_block(tokens, brace):
    """Whether the brace begins a block rather than an initialiser."""
    if brace == 0 or tokens[brace - 1].text in BEFORE_BLOCK:
        return True
    at = brace - 1  # perhaps a lambda's or function's trailing return type
    while at > 0 and (is_name(tokens[at].text) or tokens[at].text in ("::", "<", ">", ",", "&", "*")):
        at -= 1
    return tokens[at].text == "->"


def _is_lambda(tokens, index):
    if tokens[index].text != "[" or index == 0:
        return False
    before = tokens[index - 1].text
    is_attribute = tokens[index + 1].text == "[" or before == "["
    is_binding = before in ("auto", "&", "&&")
    is_subscript = before in BEFORE_SUBSCRIPT or (is_name(before) and before not in ("return", "co_return", "co_await"))
    return not (is_attribute or is_binding or is_subscript)


def _captures(tokens, index):
    return closing(tokens, index) > index + 1


def _body_of_lambda(tokens, index):
    """Indices of the braces of the lambda whose introducer is at `index`."""
    at = closing(tokens, index) + 1
    while at < len(tokens) and tokens[at].text != "{":
        if tokens[at].text in (";", ","):
            return None
        at = closing(tokens, at) + 1 if tokens[at].text == "(" else at + 1
    return (at, closing(tokens, at)) if at < len(tokens) else None


def _is_coroutine(tokens, index):
    body = _body_of_lambda(tokens, index)
    if body is None:
        return False
    at, end = body
    while at < end:
        if tokens[at].text in ("co_await", "co_return", "co_yield"):
            return True
        nested = _body_of_lambda(tokens, at) if _is_lambda(tokens, at) else None
        at = nested[1] if nested else at + 1
    return False


def _parameters_of(tokens, index):
    """The parentheses of a function whose return type's `awaitable` is at `index`: f(…) behind it, or (…) -> before."""
    before = index - 1
    while before > 0 and tokens[before].text in ("boost", "asio", "::"):
        before -= 1
    if tokens[before].text == "->":
        while before > 0 and tokens[before].text != ")":
            before -= 1
        opener = max((i for i in range(before) if tokens[i].text == "(" and closing(tokens, i) == before), default=None)
        return None if opener is None else (opener, before)
    at, depth = index + 1, 0
    while at < len(tokens) and (depth or tokens[at].text == "<" or is_name(tokens[at].text) or tokens[at].text == "::"):
        depth += {"<": 1, ">": -1}.get(tokens[at].text, 0)
        if tokens[at].text in ";{":
            return None
        at += 1
    return (at, closing(tokens, at)) if at < len(tokens) and tokens[at].text == "(" else None


def _has_braced_default(tokens, parameters):
    opener, end = parameters
    for at in range(opener + 1, end):
        if tokens[at].text == "{" and tokens[at].parent == opener:
            before = at - 1
            while is_name(tokens[before].text) or tokens[before].text in ("::", "<", ">"):
                before -= 1
            if tokens[before].text == "=":
                return True
    return False


def main(paths):
    failed = False
    for path in paths or sources.files("eval-core", "service", "runners", "tests", suffixes={".cpp", ".hpp"}):
        is_product = not str(path).startswith("tests")
        for line, complaint in findings(sources.text_of(path), is_product):
            print(f"{path}:{line}: {complaint}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
