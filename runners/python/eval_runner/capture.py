"""Keeping what code prints and shows, instead of letting it out."""

import sys

from .display import publish
from .output import Output, current


class Captured:
    """What was captured: `stdout`, `stderr`, and `outputs`, the MIME bundles that were displayed."""

    def __init__(self):
        self._pieces = []  # (kind, content), in order

    def add_text(self, is_error, text):
        self._pieces.append(("stderr" if is_error else "stdout", text))

    def add_display(self, bundle):
        self._pieces.append(("display", bundle))

    @property
    def stdout(self):
        return "".join(content for kind, content in self._pieces if kind == "stdout")

    @property
    def stderr(self):
        return "".join(content for kind, content in self._pieces if kind == "stderr")

    @property
    def outputs(self):
        return [content for kind, content in self._pieces if kind == "display"]

    def show(self):
        """Let out what was kept."""
        for kind, content in self._pieces:
            if kind == "display":
                publish(content)
            else:
                getattr(sys, kind).write(content)

    __call__ = show

    def __str__(self):
        return self.stdout

    def __repr__(self):
        return "<captured: %d characters of stdout, %d of stderr, %d displays>" % (
            len(self.stdout),
            len(self.stderr),
            len(self.outputs),
        )


class capture_output:
    """`with capture_output() as captured:` keeps stdout, stderr and displays of this thread and those it starts."""

    def __init__(self, stdout=True, stderr=True, display=True):
        self._kept = Captured()
        self._wanted = {"stdout": stdout, "stderr": stderr, "display": display}

    def __enter__(self):
        self._outer = current.get()
        self._output = Output(self._outer.head)
        self._output.sink = self
        self._output.is_paused = False  # so that writing costs what it costs elsewhere
        self._token = current.set(self._output)
        return self._kept

    def __exit__(self, *error):
        self.take_text(self._output.take())
        current.reset(self._token)

    def take_text(self, runs):
        """Called instead of writing frames."""
        for is_error, text in runs:
            kind = "stderr" if is_error else "stdout"
            if self._wanted[kind]:
                self._kept.add_text(is_error, text)
            else:
                self._pass_on(getattr(sys, kind).write, text)

    def take_display(self, bundle, show):
        self.take_text(self._output.take())
        if self._wanted["display"]:
            self._kept.add_display(bundle)
        else:
            self._pass_on(show)

    def _pass_on(self, function, *arguments):
        token = current.set(self._outer)
        try:
            function(*arguments)
        finally:
            current.reset(token)


def is_captured():
    """Whether what is written now is kept, so that a child's output must go the same way."""
    from . import host

    return current.get().sink is not None or sys.stdout is not host.streams.stdout
