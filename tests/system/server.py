"""Starts and stops the built server: any free port, a data folder of its own, its log in a file."""
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile

from . import processes
from .waiting import wait_until

TOKEN = "system-test-token-0123456789"
START_LINE = re.compile(r"https?://([0-9.]+|\[[0-9a-f:]+\]|localhost):([0-9]+)")
SANITIZER_REPORT = re.compile(r"(WARNING: ThreadSanitizer|ERROR: (Address|Leak)Sanitizer|: runtime error: )")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def binary():
    """The server under test: EVALD_BINARY, what CTest says, or the development build."""
    for name in ("EVALD_BINARY", "EVALD_TEST_BIN"):
        if os.environ.get(name):
            return os.path.abspath(os.environ[name])
    return os.path.join(ROOT, "build", "dev", "evald")


def is_sanitized():
    """Whether the server was built with a sanitizer, which costs memory of its own."""
    with open(binary(), "rb") as file:
        content = file.read()
    return b"__asan_init" in content or b"__tsan_init" in content


def merged(base, changes):
    """`base` with `changes` put over it, objects member by member."""
    result = dict(base)
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merged(result[key], value)
        else:
            result[key] = value
    return result


def clean_environment():
    """The environment of the tests without what would change the server's behaviour or a Python kernel's."""
    dropped = ("EVALD_", "EVAL_", "PYTHON", "VIRTUAL_ENV", "CONDA_")
    return {name: value for name, value in os.environ.items() if not name.startswith(dropped)}


# Debian's, with the numpy, pandas and matplotlib of its packages; `python3` on PATH can be another.
SYSTEM_PYTHON = "/usr/bin/python3"


class Server:
    """A running server. Use as a context manager, or start() and stop().

    `config` is merged into a small configuration file; `token` (None: whatever the configuration says) goes through
    the environment; `data` keeps the data folder over restarts, else it is made and removed with the server.
    """

    def __init__(self, config=None, token=TOKEN, data=None, arguments=(), environment=None):
        self.token = token
        self.folder = tempfile.mkdtemp(prefix="evald-test-")
        os.chmod(self.folder, 0o711)  # sessions' users pass through it
        self.data = data or os.path.join(self.folder, "data")
        self.log_path = os.path.join(self.folder, "log")
        self.arguments = list(arguments)
        self.environment = environment or {}
        self.prefix = []  # a command that runs the server in other surroundings
        self.process = None
        self.host = self.port = None
        # Spares would cost each test two more starts, and stand among the kernels that it counts.
        no_spares = {"python": {"spares": 0}, "javascript": {"spares": 0}}
        base = {"server": {"host": "127.0.0.1", "port": 0}, "data": self.data, "kernels": no_spares}
        if os.path.exists(SYSTEM_PYTHON):
            base["python"] = {"interpreter": SYSTEM_PYTHON}
        self.config_path = os.path.join(self.folder, "evald.json")
        with open(self.config_path, "w", encoding="utf-8") as file:
            json.dump(merged(base, config or {}), file)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def launch(self):
        """Starts the process without waiting for its start line."""
        environment = clean_environment()
        if self.token:
            environment["EVALD_TOKEN"] = self.token
        environment.update(self.environment)
        command = [*self.prefix, binary(), "serve", "--config", self.config_path, *self.arguments]
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        return self

    def start(self):
        self.launch()

        def start_line():
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.log()}")
            return START_LINE.search(self.log())
        found = wait_until(start_line, "the server's start line", within=20)
        self.host, self.port = found.group(1), int(found.group(2))
        wait_until(self.ready, "the server's readiness", within=20)
        return self

    def ready(self):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=10)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        finally:
            connection.close()

    @property
    def pid(self):
        return self.process.pid

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"

    @property
    def authority(self):
        return f"{self.host}:{self.port}"

    def log(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def running(self):
        return self.process is not None and self.process.poll() is None

    def signal(self, number):
        self.process.send_signal(number)

    def wait(self, within=15.0):
        """The exit status, once it has ended."""
        return self.process.wait(within)

    def kernels(self):
        """Its descendants that run a runner: kernels, but no launcher or spare process of another kind."""
        return [pid for pid in processes.descendants(self.pid)
                if processes.alive(pid) and is_kernel(processes.command(pid))]

    def children(self):
        """Its descendants but the one that cleans up after a crash."""
        return [pid for pid in processes.descendants(self.pid) if "--guard" not in processes.command(pid)]

    def stop(self):
        """Ends it, forcibly if need be, and removes its folder."""
        try:
            if self.running():
                self.signal(signal.SIGTERM)
                try:
                    self.wait(30)
                except subprocess.TimeoutExpired:
                    self.process.kill()
                    self.wait()
                    raise AssertionError("the server did not end within 30 s of SIGTERM") from None
            reports = sanitizer_reports(self.log()) if os.path.exists(self.log_path) else ""
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        # Most sanitizers only write and go on: nobody else would notice.
        assert not reports, f"the server's sanitizer reports:\n{reports}"

    def crash(self):
        """SIGKILL; the data folder stays until stop()."""
        self.process.kill()
        self.wait()


def sanitizer_reports(log):
    """What sanitizers wrote into a server's log, from their first report on; usually nothing."""
    found = SANITIZER_REPORT.search(log)
    return log[found.start():][:20000] if found else ""


def is_kernel(command):
    # Around a kernel, and its namespace's first process; what compiles the runner once; what cleans up after a crash.
    if command.startswith("bwrap ") or "compileall" in command or "--guard" in command:
        return False
    return "eval_runner" in command or "evald-js" in command or "runner" in os.path.basename(command.split(" ")[0])
