"""HAProxy with deploy/haproxy.cfg in front of servers on loopback."""
import http.client
import os
import re
import shutil
import socket
import subprocess
import tempfile

from tests.system.server import ROOT, Server
from tests.system.waiting import wait_until

CONFIG = os.path.join(ROOT, "deploy", "haproxy.cfg")


def haproxy():
    """The executable, or None. Debian puts it where only root's PATH looks."""
    return shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def replaced(text, pattern, value, count):
    """`text` with each match of `pattern` replaced; there must be `count`, or the file is not what it was."""
    text, found = re.subn(pattern, value, text, flags=re.MULTILINE)
    if found != count:
        raise AssertionError(f"{CONFIG}: {found} places match {pattern}, not {count}")
    return text


class Balancer:
    """A context manager, and for a client a server: it has a host, a port and a token."""

    def __init__(self, nodes, token):
        self.nodes = nodes
        self.token = token
        self.host, self.port, self.figures_port = "127.0.0.1", free_port(), free_port()
        self.folder = tempfile.mkdtemp(prefix="evald-balancer-")
        self.admin = os.path.join(self.folder, "admin.sock")
        self.log_path = os.path.join(self.folder, "log")
        self.process = None

    def config(self):
        """The file that is deployed, with the addresses of this machine: what else it says is what is tested."""
        with open(CONFIG, encoding="utf-8") as file:
            text = file.read()
        text = replaced(text, r"^    bind :8080$", f"    bind {self.host}:{self.port}", 1)
        text = replaced(text, r"/run/haproxy/admin\.sock", self.admin, 1)
        text = replaced(text, r"^    bind :8405$", f"    bind {self.host}:{self.figures_port}", 1)
        for number, node in enumerate(self.nodes):
            address = f"{node.host}:{node.port}"
            text = replaced(text, rf'"evald-{number}\.\$\{{EVALD_NODES_DOMAIN\}}:8080"', address, 4)
        return re.sub(r"^    server .*EVALD_NODES_DOMAIN.*\n", "", text, flags=re.MULTILINE)  # more than there are nodes

    def __enter__(self):
        path = os.path.join(self.folder, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.config())
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen([haproxy(), "-W", "-db", "-f", path], stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log)
        wait_until(self.answers, f"a balancer with its nodes: {self.log()}", within=20)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)

    def answers(self):
        if self.process.poll() is not None:
            raise AssertionError(f"HAProxy ended with {self.process.returncode}:\n{self.log()}")
        try:
            return all(self.state(number) == "UP" for number in range(len(self.nodes)))
        except OSError:
            return False

    def log(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def command(self, line):
        """What the admin socket says to a command."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.admin)
            connection.sendall(line.encode() + b"\n")
            return b"".join(iter(lambda: connection.recv(65536), b"")).decode()

    def state(self, number, backend="evald"):
        """UP, DOWN, NOLB (it drains by its own word), DRAIN (by ours) …"""
        for line in self.command("show stat").splitlines():
            fields = line.split(",")
            if fields[:2] == [backend, f"evald-{number}"]:
                return fields[17].split(" ")[0]
        raise AssertionError(f"no node {number} in {backend}")

    def wait_state(self, number, state, within=10):
        wait_until(lambda: self.state(number) == state, f"node {number} {state}", within)

    def status(self, path):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=10)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()


def node(number, token, config=None):
    """A server with the name that the balancer's file has for it, not yet started."""
    return Server({"node": {"name": f"evald-{number}"}, **(config or {})}, token=token)
