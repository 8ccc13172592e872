"""%%bash %%sh %%capture %%html %%javascript %matplotlib"""

import shlex
import subprocess

from . import host, processes
from .capture import capture_output
from .display import display, publish
from .figures import show_open_figures

LARGEST_ARGUMENT = 100_000  # bytes; Linux takes 128 KiB in one


def bash(shell, line, body):
    return _script("bash", line, body)


def sh(shell, line, body):
    return _script("sh", line, body)


def _script(program, line, body):
    """Run the cell by a shell. Another exit code than 0 fails it, unless --no-raise-error is given."""
    words = shlex.split(line)
    options = {}
    while words and words[0].startswith("--"):
        name, has_value, value = words.pop(0).partition("=")
        if name in ("--out", "--err"):
            options[name] = value if has_value else words.pop(0)
        else:
            options[name] = True
    if "--out" in options or "--err" in options:
        code = _run_kept(program, words, body.text, options)
    else:
        code = _run_script(program, words, body.text)
    host.namespace.names["_exit_code"] = code
    if code and "--no-raise-error" not in options:
        raise subprocess.CalledProcessError(code, "%%%%%s" % program)


def _run_script(program, words, text):
    data = text.encode("utf-8", "surrogateescape")
    if len(data) <= LARGEST_ARGUMENT:
        return processes.run([program, "-c", text, program] + words)
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".sh") as file:
        file.write(data)
        file.flush()
        return processes.run([program, file.name] + words)


def _run_kept(program, words, text, options):
    """--out NAME and --err NAME keep the text; what has no name streams out."""
    kept = {}
    targets = {"stdout": options.get("--out"), "stderr": options.get("--err")}
    pipes = {stream: subprocess.PIPE for stream, name in targets.items() if name}
    process = subprocess.Popen([program, "-c", text, program] + words, **pipes)
    try:
        kept["stdout"], kept["stderr"] = process.communicate()
    except BaseException:
        process.kill()
        raise
    for stream, name in targets.items():
        if name:
            host.namespace.names[name] = kept[stream].decode("utf-8", "replace")
    return process.returncode


def capture(shell, line, body):
    """Keep what the cell prints and shows, under a name if one is given."""
    words = shlex.split(line)
    wanted = {kind: "--no-" + kind not in words for kind in ("stdout", "stderr", "display")}
    names = [word for word in words if not word.startswith("--")]
    with capture_output(**wanted) as captured:
        try:
            value = body.run()
            if value is not None:
                display(value)
            show_open_figures()
        finally:
            if names:
                host.namespace.names[names[0]] = captured


def html(shell, line, body):
    publish({"text/html": body.text})


def javascript(shell, line, body):
    raise NotImplementedError("JavaScript doesn't run in a Python cell: use a cell of the language js.")


def matplotlib(shell, line, caller):
    """Accepted: figures are shown as inline ones are, whatever backend is asked for."""


LINE_MAGICS = {"matplotlib": matplotlib}
CELL_MAGICS = {
    "bash": bash,
    "sh": sh,
    "capture": capture,
    "html": html,
    "HTML": html,
    "javascript": javascript,
    "js": javascript,
}
