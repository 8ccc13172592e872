"""One test in one process of the real runner: harness in a first cell, the test in a second one."""

import json
import os
import select
import subprocess
import time

HOST = """
Object.defineProperty(globalThis, '$262', {writable: true, configurable: true, enumerable: false, value: {
    global: globalThis,
    evalScript: function (text) { return (0, eval)(text); },
    gc: function () { throw new Error('no garbage collection at will'); },
    detachArrayBuffer: function (buffer) { structuredClone(buffer, {transfer: [buffer]}); },
    createRealm: function () { throw new Error('no second realm'); },
    agent: {}
}});
"""
COMPLETE = "Test262:AsyncTestComplete"
FAILURE = "Test262:AsyncTestFailure"


class Harness:
    def __init__(self, root):
        self.folder = root / "harness"
        self.texts = {}

    def text(self, name):
        if name not in self.texts:
            self.texts[name] = (self.folder / name).read_text()
        return self.texts[name]

    def cells(self, test):
        """The sources that come before the test."""
        if "raw" in test.matter.flags:
            return [HOST]
        names = ["assert.js", "sta.js"]
        if "async" in test.matter.flags:
            names.append("doneprintHandle.js")
        return [HOST + "".join(self.text(name) + "\n" for name in names)] + [
            self.text(name) for name in test.matter.includes]


class Session:
    """Requests go out at once, frames come back until the test has its end or the time is over."""

    def __init__(self, runner, seconds, folder):
        self.deadline = time.monotonic() + seconds
        self.process = subprocess.Popen(
            [runner, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)
        self.pending = b""

    def send(self, sources):
        lines = [json.dumps({"id": str(i), "code": source}) for i, source in enumerate(sources)]
        try:
            self.process.stdin.write(("\n".join(lines) + "\n").encode("utf-8", "backslashreplace"))
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def frames(self):
        descriptor = self.process.stdout.fileno()
        while True:
            line, separator, rest = self.pending.partition(b"\n")
            if separator:
                self.pending = rest
                yield json.loads(line)
                continue
            left = self.deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise TimeoutError
            chunk = os.read(descriptor, 1 << 16)
            if not chunk:
                return
            self.pending += chunk

    def close(self):
        self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def sources_of(test, mode, harness, stage):
    if mode == "module":
        return harness.cells(test) + ["await import(%s);" % json.dumps(str(stage.place(test.file)))]
    source = test.source
    if "raw" not in test.matter.flags:
        source = ('"use strict";\n' if mode == "strict" else "") + source + "\n;void 0;"  # no value to wait for
    return harness.cells(test) + [source]


def run(test, mode, harness, stage, runner, seconds):
    """None if it passes, else what went wrong, in one line."""
    sources = sources_of(test, mode, harness, stage)
    last = str(len(sources) - 1)
    is_async = "async" in test.matter.flags
    session = Session(runner, seconds, stage.working_folder(test))
    output, error, is_done = "", None, False
    try:
        session.send(sources)
        for frame in session.frames():
            kind = frame["type"]
            if kind == "stdout":
                output += frame["data"]
            elif kind == "error":
                if frame["id"] != last:
                    return "harness: %s: %s" % (frame["ename"], frame["evalue"])
                error = (frame["ename"], frame["evalue"])
            elif kind == "done" and frame["id"] == last:
                is_done = True
            if FAILURE in output or (is_done and (not is_async or COMPLETE in output or error)):
                break
        return verdict(test, output, error, is_done, is_async)
    except TimeoutError:
        return "timeout"
    finally:
        session.close()


def verdict(test, output, error, is_done, is_async):
    if FAILURE in output:
        return output.split(FAILURE, 1)[1].lstrip(":").split("\n")[0]
    if not is_done:
        return "the runner is gone"
    if error and error[1].startswith("Unhandled rejection"):
        error = None  # a rule of cells, none of the language
    if test.matter.negative:
        if error is None:
            return "no %s" % test.matter.negative[1]
        return None if error[0] == test.matter.negative[1] else "%s instead of %s" % (error[0], test.matter.negative[1])
    if error:
        return "%s: %s" % (error[0], " ".join(error[1].split()))
    return "not complete" if is_async and COMPLETE not in output else None
