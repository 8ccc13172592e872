"""The helpers in every cell's namespace. What they do is imported when one is first called."""

import sys


def display(*values, **options):
    """Show values: rich ones as pictures, HTML or Markdown, dicts, lists and tuples as JSON, others as text."""
    from .display import display

    return display(*values, **options)


def read(path, offset=1, limit=None):
    """A file's text. `offset` is the first line, counted from 1, `limit` how many. `artifact://ID` is an artifact."""
    from .files import read

    return read(path, offset, limit)


def write(path, content):
    """Write a file, making its folders; the path is returned."""
    from .files import write

    return write(path, content)


def append(path, content):
    """Add to the end of a file, making it if need be; the path is returned."""
    from .files import append

    return append(path, content)


def sort(text, reverse=False, unique=False):
    """The lines of a text, sorted."""
    from .text_tools import sort

    return sort(text, reverse, unique)


def uniq(text, count=False):
    """The lines of a text without those that repeat the one before; with `count`, a list of (count, line)."""
    from .text_tools import uniq

    return uniq(text, count)


def counter(items, limit=None, reverse=True):
    """How often each line of a text (or item of a list) occurs, as (count, item), most frequent first."""
    from .text_tools import counter

    return counter(items, limit, reverse)


def diff(a, b):
    """A unified diff of two files."""
    from .files import diff

    return diff(a, b)


def tree(path=".", max_depth=3, show_hidden=False):
    """A folder's contents as an indented tree."""
    from .files import tree

    return tree(path, max_depth, show_hidden)


def env(key=None, value=None):
    """All environment variables, one of them, or set one."""
    from .files import env

    return env(key, value)


def output(*ids, **options):
    """Stored output by id. Options: format ("raw", "json", "stripped"), query (".a[0]"), offset, limit."""
    from .artifacts import output

    return output(*ids, **options)


def log(message):
    """Tell those who watch something."""
    from .display import emit_status

    emit_status("log", message=str(message))


def phase(title):
    """Tell those who watch which part of the work begins."""
    from .display import emit_status

    emit_status("phase", title=str(title))


def parallel(thunks):
    """Call functions without arguments side by side; their results in order. The first error by index is raised."""
    from .fan_out import parallel

    return parallel(thunks)


def pipeline(items, *stages):
    """Send items through functions of one argument; all of them clear a stage before the next begins."""
    from .fan_out import pipeline

    return pipeline(items, *stages)


def completion(prompt, model="default", system=None, schema=None):
    """A model's answer to a prompt: its text, or the parsed object if a JSON schema is given."""
    from .agents import completion
    from .awaiting import wait_or_await

    return wait_or_await(sys._getframe(1), completion, prompt, model, system, schema)


def agent(
    prompt, agent="task", label=None, schema=None, schema_mode=None, isolated=None, apply=None, merge=None, handle=False
):
    """Run an agent and return its final text, its parsed data if a schema is given, or its record with `handle`."""
    from .agents import run_agent
    from .awaiting import wait_or_await

    arguments = {
        "prompt": prompt,
        "agent": agent,
        "label": label,
        "schema": schema,
        "schema_mode": schema_mode,
        "isolated": isolated,
        "apply": apply,
        "merge": merge,
    }
    return wait_or_await(sys._getframe(1), run_agent, arguments, handle)


class ToolProxy:
    """The caller's tools: `tool.NAME(key=value)` or `tool.NAME({...})`, with `await` before it in async code.

    `tool.list()` says which there are; one that is named list is `tool["list"]`.
    """

    def list(self):
        """The tools that can be called now: dicts with name, and description and parameters where they are known."""
        from .bridge import LIST, call

        return call(LIST, {})

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name):
        from .bridge import Tool

        return Tool(name)

    def __repr__(self):
        return "<tool: call tool.NAME(...)>"


class Budget:
    """What the caller lets this work cost: `total` (None: no limit), `spent()`, `remaining()`, `hard`."""

    @property
    def total(self):
        return self._ask("total")

    @property
    def hard(self):
        return bool(self._ask("hard"))

    def spent(self):
        return self._ask("spent") or 0

    def remaining(self):
        from .agents import remaining_budget

        return remaining_budget()

    def _ask(self, key):
        from .agents import budget

        return budget().get(key)

    def __repr__(self):
        return "<budget: total=%s spent=%s>" % (self.total, self.spent())


def get_ipython():
    """What notebooks' code calls for magics and shell commands."""
    from .shell import shell

    return shell


HELPERS = {
    function.__name__: function
    for function in (
        display,
        read,
        write,
        append,
        sort,
        uniq,
        counter,
        diff,
        tree,
        env,
        output,
        log,
        phase,
        parallel,
        pipeline,
        completion,
        agent,
    )
}
HELPERS["tool"] = ToolProxy()
HELPERS["budget"] = Budget()
