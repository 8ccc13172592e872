"""A cell's source as code to run: its statements, and its last expression, whose value is shown."""

from _ast import PyCF_ALLOW_TOP_LEVEL_AWAIT, PyCF_ONLY_AST, Expr, Expression

CO_COROUTINE = 0x80


TASK_STARTERS = ("create_task", "ensure_future", "gather", "get_running_loop")  # of asyncio: they need a running loop
LOOP_STARTERS = ("run", "run_until_complete", "run_forever")


class Compiled:
    """The code objects of a cell in order, whether the last one's value is shown, and whether a loop must run."""

    __slots__ = ("codes", "is_shown", "needs_loop")

    def __init__(self, codes, is_shown, needs_loop):
        self.codes = codes
        self.is_shown = is_shown
        self.needs_loop = needs_loop


class Compiler:
    def __init__(self):
        self.future = 0  # flags of the `from __future__` imports so far, which hold for later cells

    def compile(self, source, filename, line_offset=0):
        """`line_offset`: how many lines of the cell stand before this part of it."""
        source, changed = as_python(source) if "%" in source or "!" in source or source[:4] == "In [" else (source, ())
        flags = self.future | PyCF_ALLOW_TOP_LEVEL_AWAIT
        source, tree = _parse("\n" * line_offset + source if line_offset else source, filename, flags)
        needs_loop = _starts_tasks(tree, source)
        is_hidden = ";" in source and bool(tree.body) and _is_hidden(tree.body[-1], source)
        if changed:
            _hide_columns(tree, {number + line_offset for number in changed})
        last = tree.body.pop() if tree.body and type(tree.body[-1]) is Expr else None
        codes = []
        if tree.body:
            codes.append(compile(tree, filename, "exec", flags, True))
            if "__future__" in source:
                self.future |= _future_flags(codes[0].co_flags)
        if last is not None:
            flags = self.future | PyCF_ALLOW_TOP_LEVEL_AWAIT
            codes.append(compile(Expression(last.value), filename, "eval", flags, True))
        for code in codes:
            if code.co_flags & CO_COROUTINE:
                needs_loop = True
        return Compiled(codes, last is not None and not is_hidden, needs_loop)


def lines_of(source):
    """The lines as the tokenizer counts them; str.splitlines knows more ends of line."""
    return source.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def may_have_magics(source):
    """Whether the tokenizer has to look for some."""
    for line in lines_of(source):
        if line.lstrip()[:1] in ("%", "!"):
            return True
        after = line.partition("=")[2].lstrip()
        if after[:1] in ("%", "!") and after[:2] != "!=":
            return True
    return False


def as_python(source):
    """The source without magics, and the numbers of the lines that had some."""
    if source.startswith("In ["):  # a pasted prompt, which is also an annotation
        from .pasted import clean

        source = clean(source)
    if not may_have_magics(source):
        return source, ()
    from .magic_syntax import rewrite

    return rewrite(source)


def _parse(source, filename, flags):
    """The source and its tree; a pasted cell may be indented as a whole, or have prompts before its lines."""
    try:
        return source, compile(source, filename, "exec", flags | PyCF_ONLY_AST, True)
    except SyntaxError as error:
        from .pasted import clean

        cleaned = clean(source)
        if cleaned == source:
            raise
        try:
            return cleaned, compile(cleaned, filename, "exec", flags | PyCF_ONLY_AST, True)
        except SyntaxError:
            raise error from None


def _hide_columns(tree, changed):
    """Columns of rewritten lines mean nothing in the cell's own: tracebacks are to show no carets there."""
    import ast

    for node in ast.walk(tree):
        if getattr(node, "lineno", None) in changed:
            node.col_offset = node.end_col_offset = -1
            node.end_lineno = node.lineno


def _future_flags(flags):
    import __future__

    mask = 0
    for name in __future__.all_feature_names:
        mask |= getattr(__future__, name).compiler_flag
    return flags & mask & ~__future__.nested_scopes.compiler_flag


def _is_hidden(statement, source):
    """Whether a semicolon follows the statement, which says not to show its value."""
    line = lines_of(source)[statement.end_lineno - 1].encode("utf-8", "surrogatepass")
    return line[statement.end_col_offset :].lstrip().startswith(b";")


def _starts_tasks(tree, source):
    """Whether the cell itself, outside of functions, starts tasks, which needs a running loop.

    Where it also starts a loop of its own, it wants none to run already.
    """
    for name in TASK_STARTERS:
        if name in source:
            break
    else:
        return False
    called = _names_called_at_top_level(tree)
    return called.isdisjoint(LOOP_STARTERS) and not called.isdisjoint(TASK_STARTERS)


def _called_name(function):
    """`f` of `f()` and of `asyncio.f()`; of other objects' methods only those that start a loop."""
    import ast

    if isinstance(function, ast.Name):
        return function.id
    if not isinstance(function, ast.Attribute):
        return None
    is_of_module = isinstance(function.value, ast.Name) and function.value.id == "asyncio"
    return function.attr if is_of_module or function.attr in LOOP_STARTERS[1:] else None


def _names_called_at_top_level(tree):
    import ast

    names = set()
    nodes = list(tree.body)
    while nodes:
        node = nodes.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, ast.Call):
            names.add(_called_name(node.func))
        nodes.extend(ast.iter_child_nodes(node))
    return names
