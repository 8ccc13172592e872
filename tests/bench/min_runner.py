"""The smallest honest Python kernel: cells as JSON lines on stdin, frames as JSON lines on stdout.

    min_runner.py [COALESCE_BYTES [COALESCE_MS]]

What is printed goes out at once after a pause, else by size or time. With no COALESCE_MS only by size and at the end
of a cell; with COALESCE_BYTES of 0 each line is a frame.
"""
import ast
import os
import signal
import sys
import threading
import time
from _json import encode_basestring_ascii as quoted
from json import loads

COALESCE_BYTES = int(sys.argv[1]) if len(sys.argv) > 1 else 32768
COALESCE_S = float(sys.argv[2]) / 1000 if len(sys.argv) > 2 else 0
FRAMES = os.dup(1)


def send(frame):
    left = memoryview(frame)
    while left:
        left = left[os.write(FRAMES, left):]


class Output:
    """sys.stdout of the cells."""

    encoding = "utf-8"

    def __init__(self):
        self.cell = b""
        self.pieces = []
        self.size = 0

    def write(self, text):
        self.pieces.append(text)
        self.size += len(text)
        if self.size >= COALESCE_BYTES and (COALESCE_BYTES or text.endswith("\n")):
            self.flush()
        return len(text)

    def flush(self):
        if self.pieces:
            text = "".join(self.pieces)
            self.pieces.clear()
            self.size = 0
            send(b'{"id":"%s","type":"stdout","text":%s}\n' % (self.cell, quoted(text).encode()))

    def isatty(self):
        return False

    def fileno(self):
        return 1


class TimedOutput(Output):
    """A line goes out at once when the last frame is older than COALESCE_S, else a thread sends it soon."""

    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()
        self.wanted = threading.Event()
        self.last = 0.0
        self.is_wanted = False
        threading.Thread(target=self.send_late, daemon=True).start()

    def write(self, text):
        with self.lock:
            self.pieces.append(text)
            self.size += len(text)
            if self.size >= COALESCE_BYTES:
                self.flush_now()
            elif not self.is_wanted and text[-1:] == "\n":
                if time.monotonic() - self.last > COALESCE_S:
                    self.flush_now()
                else:
                    self.is_wanted = True
                    self.wanted.set()
        return len(text)

    def flush_now(self):
        if self.pieces:
            Output.flush(self)
            self.last = time.monotonic()

    def flush(self):
        with self.lock:
            self.flush_now()

    def send_late(self):
        while True:
            self.wanted.wait()
            self.wanted.clear()
            time.sleep(COALESCE_S)
            with self.lock:
                self.is_wanted = False
                self.flush_now()


def run_cell(code, names):
    """The value of the last statement, if it is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if tree.body:
        exec(compile(tree, "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if last else None


def main():
    requests = os.fdopen(os.dup(0), "rb", 1 << 16)
    output = sys.stdout = TimedOutput() if COALESCE_S else Output()
    names = {"__name__": "__main__", "__builtins__": __builtins__}
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    send(b'{"type":"ready"}\n')
    for line in requests:
        request = loads(line)
        cell = output.cell = request["id"].encode()
        status = b"ok"
        send(b'{"id":"%s","type":"started"}\n' % cell)
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            value = run_cell(request["code"], names)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            output.flush()
            if value is not None:
                send(b'{"id":"%s","type":"result","text":%s}\n' % (cell, quoted(repr(value)).encode()))
        except BaseException as error:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            output.flush()
            status = b"error"
            send(b'{"id":"%s","type":"error","text":%s}\n' % (cell, quoted(repr(error)).encode()))
        send(b'{"id":"%s","type":"done","status":"%s"}\n' % (cell, status))


if __name__ == "__main__":
    main()
