"""The runner as a real process, and a host for it that does what PROTOCOL.md asks of one.

Nothing here waits by sleeping: every wait is for a frame, for bytes or for the process's end, and has a deadline.
"""

import json
import os
import selectors
import signal
import sys
import time
from fcntl import F_DUPFD_CLOEXEC, fcntl
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNNER = ROOT / "runners" / "python" / "eval_runner"
PYTHON = os.environ.get("EVALD_TEST_PYTHON", sys.executable)
PATIENCE = 10.0  # seconds for one answer; reached only when a test fails


class RunnerEnded(Exception):
    """The process is gone, where a frame was awaited."""


class CellRun:
    """What came back for one cell: its frames, and everything in the order that a host sees it."""

    def __init__(self, cell_id):
        self.id = cell_id
        self.frames = []
        self.events = []  # (kind, content): frames by their type, "raw" for bytes on descriptors 1 and 2

    def of_type(self, kind):
        return [frame for frame in self.frames if frame["type"] == kind]

    @property
    def done(self):
        return self.of_type("done")[-1]

    @property
    def error(self):
        errors = self.of_type("error")
        return errors[-1] if errors else None

    @property
    def stdout(self):
        return "".join(frame["data"] for frame in self.of_type("stdout"))

    @property
    def stderr(self):
        return "".join(frame["data"] for frame in self.of_type("stderr"))

    @property
    def raw(self):
        return b"".join(content for kind, content in self.events if kind == "raw").decode("utf-8", "replace")

    @property
    def result(self):
        results = self.of_type("result")
        return results[-1]["bundle"] if results else None

    @property
    def bundles(self):
        """Of displays, without status events."""
        found = [frame["bundle"] for frame in self.of_type("display")]
        return [bundle for bundle in found if "application/x-omp-status" not in bundle]

    @property
    def statuses(self):
        found = [frame["bundle"].get("application/x-omp-status") for frame in self.of_type("display")]
        return [status for status in found if status]

    @property
    def text(self):
        """The cell's text as a host composes it: what was printed and shown, in order, then the traceback."""
        text = ""
        for kind, content in self.events:
            if kind == "raw":
                text += content.decode("utf-8", "replace")
            elif kind in ("stdout", "stderr"):
                text += content["data"]
            elif kind in ("display", "result"):
                text = _with_block(text, _text_of(content["bundle"]))
            elif kind == "error":
                text = _with_block(text, "\n".join(content["traceback"]))
        return text.strip("\n").rstrip()


def _with_block(text, block):
    if not block:
        return text
    return text + ("" if not text or text.endswith("\n") else "\n") + block + "\n"


def _text_of(bundle):
    if any(mime.startswith("image/") for mime in bundle):
        return ""
    return bundle.get("text/markdown") or bundle.get("text/plain") or bundle.get("text/html") or ""


def _no_constants(name):
    raise ValueError("not strict JSON: %s" % name)


def _unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice: %r" % pairs)
    return members


def parse_strictly(line):
    return json.loads(line.decode("utf-8"), parse_constant=_no_constants, object_pairs_hook=_unique)


class Runner:
    def __init__(self, tools=None, env=None, cwd=None, python=PYTHON, command=None):
        self.tools = tools or {}  # name -> function of the arguments
        self.on_frame = None  # called with each frame
        self.frames = []  # all of them
        self.is_lost = False  # whether it is of no more use
        self._next_id = 0
        self._cell = CellRun("")
        self._partial = b""
        self._start(command or [python, "-u", str(RUNNER)], dict(os.environ, **(env or {})), cwd)
        self.ready = self.wait_for(lambda frame: frame["type"] == "ready")

    def _start(self, command, environment, cwd):
        request_end, self._requests = os.pipe()
        self._frame_pipe, frame_end = os.pipe()
        self._stdout, out_end = os.pipe()
        self._stderr, err_end = os.pipe()
        null = os.open(os.devnull, os.O_RDONLY)
        wanted = (null, out_end, err_end, request_end, frame_end)
        sources = [fcntl(end, F_DUPFD_CLOEXEC, 100) for end in wanted]
        actions = [(os.POSIX_SPAWN_DUP2, source, target) for target, source in enumerate(sources)]
        before = os.getcwd()
        os.chdir(cwd or before)
        try:
            self.pid = os.posix_spawn(command[0], command, environment, file_actions=actions)
        finally:
            os.chdir(before)
            for end in wanted + tuple(sources):
                os.close(end)
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._frame_pipe, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
            self._selector.register(descriptor, selectors.EVENT_READ)
        self._is_reaped = False

    # -- what a host does

    def send(self, message):
        os.write(self._requests, json.dumps(message).encode() + b"\n")

    def run(self, code, **request):
        """Run a cell to its end."""
        return self.finish(self.begin(code, **request))

    def begin(self, code, **request):
        self._next_id += 1
        cell = self._cell = CellRun("r%d" % self._next_id)
        self.send(dict({"id": cell.id, "code": code}, **request))
        return cell

    def finish(self, cell, seconds=PATIENCE):
        if not cell.of_type("done"):
            self.wait_for(lambda frame: frame["type"] == "done" and frame["id"] == cell.id, seconds)
        return cell

    def interrupt(self):
        os.kill(self.pid, signal.SIGINT)

    def run_interrupted(self, code, **request):
        """Run a cell that prints `ready` when it wants its SIGINT."""
        cell = self.begin(code, **request)
        self.wait_for(lambda frame: "ready" in frame.get("data", ""))
        self.interrupt()
        return self.finish(cell)

    def wait_for(self, accepts, seconds=PATIENCE):
        """Handle what comes until a frame is accepted."""
        seen = len(self.frames)
        deadline = time.monotonic() + seconds
        while True:
            while seen < len(self.frames):
                frame = self.frames[seen]
                seen += 1
                if accepts(frame):
                    return frame
            self._take_turn(deadline)

    def wait_for_raw(self, text, seconds=PATIENCE):
        deadline = time.monotonic() + seconds
        while text not in self._cell.raw:
            self._take_turn(deadline)

    def _take_turn(self, deadline):
        left = deadline - time.monotonic()
        if left <= 0:
            self.is_lost = True
            raise AssertionError("nothing more came; so far: %s" % repr(self.frames[-20:])[-3000:])
        ready = {key.fd for key, _ in self._selector.select(left)}
        data = self._read(self._frame_pipe) if self._frame_pipe in ready else None
        for descriptor in (self._stdout, self._stderr):  # what was written before a frame stays before it
            self._drain_raw(descriptor)
        if data is not None:
            self._take_frames(data)

    def _read(self, descriptor):
        try:
            data = os.read(descriptor, 1 << 20)
        except BlockingIOError:
            return None
        if not data and descriptor == self._frame_pipe:
            self.is_lost = True
            raise RunnerEnded("status %r; last frames: %r" % (self.wait(), self.frames[-5:]))
        if not data:
            self._selector.unregister(descriptor)
            return None
        return data

    def _drain_raw(self, descriptor):
        while descriptor in self._selector.get_map():
            data = self._read(descriptor)
            if data is None:
                return
            self._cell.events.append(("raw", data))

    def _take_frames(self, data):
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            frame = parse_strictly(line)
            self.frames.append(frame)
            if frame.get("id", self._cell.id) == self._cell.id:
                self._cell.frames.append(frame)
                self._cell.events.append((frame["type"], frame))
            self._answer(frame)
            if self.on_frame is not None:
                self.on_frame(frame)

    def _answer(self, frame):
        if frame["type"] == "barrier":
            self.send({"type": "barrier", "n": frame["n"]})
        elif frame["type"] == "tool" and frame["name"] in self.tools:
            try:
                value = self.tools[frame["name"]](frame["args"])
            except Exception as error:
                self.send({"type": "tool_result", "callId": frame["callId"], "ok": False, "error": str(error)})
            else:
                self.send({"type": "tool_result", "callId": frame["callId"], "ok": True, "value": value})
        elif frame["type"] == "tool" and self.tools.get("*") is not None:
            self.tools["*"](frame)
        elif frame["type"] == "tool":
            error = "unknown tool %s" % frame["name"]
            self.send({"type": "tool_result", "callId": frame["callId"], "ok": False, "error": error})

    # -- its end

    def exit(self):
        """Ask it to leave; its exit code."""
        self.send({"type": "exit"})
        return os.WEXITSTATUS(self.wait())

    def close_requests(self):
        os.close(self._requests)
        self._requests = -1

    def wait(self, seconds=PATIENCE):
        if not self._is_reaped:
            alarm = time.monotonic() + seconds
            while True:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > alarm:
                    raise AssertionError("the runner does not end")
                self._selector.select(0.01)
            self._is_reaped, self._status = True, status
        return self._status

    def close(self):
        if not self._is_reaped:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self._is_reaped = True
        self._selector.close()
        for descriptor in (self._requests, self._frame_pipe, self._stdout, self._stderr):
            if descriptor >= 0:
                os.close(descriptor)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
