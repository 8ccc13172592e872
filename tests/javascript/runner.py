"""Plays requests to the real JavaScript runner and collects its frames."""

import json
import os
import signal
import subprocess
import unittest

BINARY = os.environ.get("EVALD_JS_RUNNER", "")
LIMIT_S = 20


def strict_json(text):
    """One frame; refuses what strict readers refuse: NaN, a name twice, text that is no UTF-8."""

    def unique(pairs):
        names = [name for name, _ in pairs]
        if len(names) != len(set(names)):
            raise ValueError("a name stands twice: %r" % names)
        return dict(pairs)

    def no_constant(name):
        raise ValueError("not strict: " + name)

    text.decode("utf-8").encode("utf-8")
    return json.loads(text, object_pairs_hook=unique, parse_constant=no_constant)


class Cell:
    """The frames of one cell, from `started` to `done`."""

    def __init__(self, frames):
        self.frames = frames

    def of(self, kind):
        return [frame for frame in self.frames if frame["type"] == kind]

    def text(self, kind="stdout"):
        return "".join(frame["data"] for frame in self.of(kind))

    @property
    def done(self):
        return self.frames[-1]

    @property
    def error(self):
        errors = self.of("error")
        return errors[0] if errors else None

    @property
    def traceback(self):
        return "\n".join(self.error["traceback"])

    @property
    def result(self):
        results = self.of("result")
        return results[0]["bundle"] if results else None

    @property
    def kinds(self):
        return [frame["type"] for frame in self.frames]


class Runner:
    def __init__(self, env=None, stdio=True, cwd=None):
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8"}
        environment.update(env or {})
        self.count = 0
        if stdio:
            self.process = subprocess.Popen(
                [BINARY, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=cwd)
            self.requests, self.frames = self.process.stdin, self.process.stdout
        else:
            self._start_with_pipes(environment, cwd)
        self.ready = self.read()

    def _start_with_pipes(self, environment, cwd):
        """As the service starts it: requests on descriptor 3, frames on 4, pipes on 1 and 2."""
        request_read, request_write = os.pipe()
        frame_read, frame_write = os.pipe()

        def place():
            reader, writer = os.dup(request_read), os.dup(frame_write)
            os.dup2(reader, 3)
            os.dup2(writer, 4)
            os.closerange(5, 256)

        self.process = subprocess.Popen(
            [BINARY], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
            cwd=cwd, close_fds=False, preexec_fn=place)
        os.close(request_read)
        os.close(frame_write)
        self.requests, self.frames = os.fdopen(request_write, "wb"), os.fdopen(frame_read, "rb")

    def send(self, message):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.requests.write(line + b"\n")
        self.requests.flush()

    def read(self):
        line = self.frames.readline()
        if not line:
            raise EOFError("the runner is gone")
        return strict_json(line)

    def start(self, code, **options):
        self.count += 1
        cell_id = "cell-%d" % self.count
        self.send(dict(id=cell_id, code=code, **options))
        return cell_id

    def finish(self, frames=None):
        frames = frames or []
        while not frames or frames[-1]["type"] != "done":
            frames.append(self.read())
        return Cell(frames)

    def run(self, code, **options):
        self.start(code, **options)
        return self.finish()

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def close(self):
        if self.process.poll() is None:
            self.requests.close()
        self.process.wait(LIMIT_S)
        for stream in (self.requests, self.frames, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()


class RunnerTest(unittest.TestCase):
    """A test case with a runner of its own, ended with the test."""

    def setUp(self):
        self.runner = self.start_runner()

    def start_runner(self, **options):
        runner = Runner(**options)
        self.addCleanup(runner.close)
        return runner

    def run_cell(self, code, **options):
        return self.runner.run(code, **options)

    def value(self, code):
        """The inspected value of a cell that must succeed."""
        cell = self.run_cell(code)
        self.assertEqual(cell.done["status"], "ok", cell.error)
        return cell.result["text/plain"] if cell.result else None
