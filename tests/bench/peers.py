"""The services that are measured side by side: ours, the floor, Jupyter Server, an echo server."""
import os
import shutil
import socket
import subprocess
import tempfile

from tests.system.server import Server, clean_environment
from tests.system.waiting import wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = "/usr/bin/python3"
JUPYTER = "/usr/bin/jupyter-server"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class Process:
    """A helper server on a loopback port, ended by stop()."""

    def __init__(self, command_of_port, environment=None, within=30):
        self.port = free_port()
        command = command_of_port(self.port)
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env=environment or clean_environment())
        wait_until(lambda: answers(self.port), f"{os.path.basename(command[0])} on its port", within)

    @property
    def pid(self):
        return self.process.pid

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Floor:
    """One thread, a runner a socket, frames relayed unread: the least that a service can be."""

    name = "ws_floor"

    def __init__(self, tools):
        runner = [PYTHON, "-u", os.path.join(HERE, "min_runner.py"), "32768", "5"]
        self.server = Process(lambda port: [os.path.join(tools, "ws_floor"), str(port), *runner])
        self.flags = ["--preset", "floor", "--port", str(self.server.port)]

    def stop(self):
        self.server.stop()


class Echo:
    """Beast's own speed."""

    name = "beast_echo"

    def __init__(self, tools):
        self.server = Process(lambda port: [os.path.join(tools, "beast_echo"), str(port)])
        self.url = f"http://127.0.0.1:{self.server.port}/"

    def stop(self):
        self.server.stop()


class Broadcast:
    """The same messages to many WebSockets, by Beast alone."""

    name = "beast_broadcast"

    def __init__(self, tools):
        self.server = Process(lambda port: [os.path.join(tools, "beast_broadcast"), str(port)])
        self.flags = ["--preset", "broadcast", "--port", str(self.server.port)]

    def stop(self):
        self.server.stop()


class Evald:
    """The service under test."""

    name = "evald"

    def __init__(self, config=None):
        self.server = Server({"python": {"interpreter": PYTHON}, **(config or {})}).start()
        common = ["--port", str(self.server.port), "--header", f"Authorization: Bearer {self.server.token}"]
        self.flags = ["--preset", "evald", *common]
        self.http_flags = ["--preset", "evald-http", *common]
        self.url = f"{self.server.url}/healthz"

    def stop(self):
        self.server.stop()


class Jupyter:
    """Debian's Jupyter Server with its rate limits off and a home of its own."""

    name = "jupyter"
    token = "bench-token"

    @staticmethod
    def is_there():
        return os.path.exists(JUPYTER)

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="evald-bench-")
        environment = clean_environment()
        for name in ("HOME", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
            environment[name] = os.path.join(self.folder, name.lower())
            os.makedirs(environment[name])
        self.server = Process(self.command, environment, within=60)
        self.flags = ["--preset", "jupyter", "--port", str(self.server.port), "--header",
                      f"Authorization: token {self.token}"]

    def command(self, port):
        return [JUPYTER, "--allow-root", "--no-browser", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}",
                "--ServerApp.port_retries=0", f"--ServerApp.token={self.token}", "--ServerApp.iopub_msg_rate_limit=0",
                "--ServerApp.iopub_data_rate_limit=0", f"--ServerApp.root_dir={self.folder}", "--log-level=ERROR"]

    def stop(self):
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
