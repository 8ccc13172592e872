"""compose.yml: one server, with nothing configured."""
import datetime
import json
import re
import socket
import tempfile
import threading
import time
import unittest

from tests.deploy.containers import IMAGE, Project, docker
from tests.system.http_client import Client
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

READY_WITHIN = 5.0
# By address, as there is no resolver to ask: a root server of the DNS, which answers everybody.
OUTSIDE = ("198.41.0.4", 53)
CONNECT = (f"import socket\ntry:\n    socket.create_connection({OUTSIDE}, timeout=3); print('connected')\n"
           "except OSError: print('unreachable')")


def token_of(project):
    """The token that the server printed at its last start; it must have printed it once a start."""
    return re.findall(r"#token=(\S+)", project.logs("evald"))


def moment(text):
    """Docker's times, which have nine digits after the point."""
    return datetime.datetime.fromisoformat(text[:26] + "+00:00")


def namespaces_refused(client):
    """Whether a cell may not make a user namespace, and whether it may not trace."""
    code = ("import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
            "def forked(call):\n    pid = os.fork()\n    if pid == 0: os._exit(0 if call() == 0 else 1)\n"
            "    return os.waitpid(pid, 0)[1] != 0\n"
            "[forked(lambda: libc.unshare(0x10000000)), forked(lambda: libc.ptrace(0, 0, 0, 0))]")
    return json.loads(client.text(code).lower())


class Alone(SystemTest):

    def setUp(self):
        self.project = self.enterContext(Project("compose.yml"))
        self.project.token = token_of(self.project)[-1]
        self.client = Client(self.project)

    def in_cell(self, code):
        return self.client.text(code)

    def seconds_to_ready(self):
        """From the container's start, as the engine has it, to the line by which the server says that it is ready."""
        started = self.project.inspect("evald")["State"]["StartedAt"]
        lines = docker("logs", "-t", self.project.container("evald"), stderr=True).splitlines()
        ready = next(line for line in lines if line.endswith("ready"))
        seconds = (moment(ready.split()[0]) - moment(started)).total_seconds()
        print(f"\nready after {seconds:.2f} s")
        return seconds

    def test_up_gives_a_service_that_works(self):
        self.assertLess(self.seconds_to_ready(), READY_WITHIN)
        self.assertEqual(len(token_of(self.project)), 1)
        self.assertEqual(self.in_cell("1 + 1"), "2")
        self.assertEqual(self.client.text("[1, 2].length", language="js"), "2")
        figure = "import matplotlib.pyplot as plt, pandas as pd, numpy as np\npd.Series(np.arange(9)).plot()\nNone"
        self.assertIn("image", {part["type"] for part in self.client.result(figure, timeout=60)["content"]})
        wait_until(lambda: self.project.health("evald") == "healthy", "the health check", within=30)
        self.assertEqual(self.client.eval("1").status, 200)
        self.client.token = "not-" + self.project.token
        self.assertEqual(self.client.eval("1").status, 401)

    def test_nothing_listens_but_what_the_file_says(self):
        containers = self.project.containers()
        self.assertEqual(len(containers), 1)
        published = docker("port", containers[0]).split("\n")
        self.assertEqual([line for line in published if line], [f"8080/tcp -> 127.0.0.1:{self.project.port}"])
        code = ("[line.split()[1] for name in ('tcp', 'tcp6', 'udp', 'udp6') for line in open('/proc/net/' + name)"
                " if line.split()[3] in ('0A', '07')]")
        sockets = self.in_cell(code).strip("[]").replace("'", "").split(", ")
        # Docker's resolver has its own on 127.0.0.11.
        self.assertEqual([one for one in sockets if not one.startswith("0B00007F")], ["00000000:1F90"])

    def test_a_cell_has_no_rights_and_reaches_nothing(self):
        status = self.in_cell("print(open('/proc/self/status').read())")
        self.assertRegex(status, r"Uid:\s+10001\s+10001\s+10001\s+10001")
        for name in ("CapEff", "CapPrm", "CapBnd", "CapInh", "CapAmb"):
            self.assertRegex(status, rf"{name}:\s+0{{16}}\b")
        self.assertRegex(status, r"NoNewPrivs:\s+1")
        self.assertRegex(status, r"Seccomp:\s+2")
        self.assertEqual(namespaces_refused(self.client), [True, True])
        write = "import os\ntry:\n    open('/usr/x', 'w'); print('written')\nexcept OSError as error: print(error.errno)"
        self.assertEqual(self.in_cell(write), "30")
        self.assertEqual(self.in_cell(CONNECT), "unreachable")

    def test_figures_are_not_for_callers_without_a_token(self):
        self.assertEqual(Client(self.project, token=None).get("/metrics").status, 401)
        self.assertEqual(self.client.get("/metrics").status, 200)

    def test_a_restart_loses_what_kernels_held_and_says_so_and_no_artifact(self):
        self.client.result("x = 1", "s")
        result = self.client.result("for i in range(100000): print(i)", "s")
        artifact = re.search(r'"artifact": "([^"]+)"', json.dumps(result)).group(1)
        self.project.compose("restart", "-t", "20")
        wait_until(lambda: self.project.status("/readyz") == 200, "readiness again", within=20)
        tokens = token_of(self.project)
        self.assertEqual(len(set(tokens)), 2, "each start has a token of its own")
        self.client.token = tokens[-1]
        self.assertEqual(self.client.get(f"/artifact/{artifact}").status, 200)
        result = self.client.result("'x' in globals()", "s")
        self.assertEqual(result["content"][0]["text"], "False")
        self.assertIn("the service was restarted", result["details"]["notice"])

    def test_artifacts_come_back_from_a_backup(self):
        """With the commands of deploy/README.md, but for the names."""
        result = self.client.result("for i in range(100000): print(i)", "s")
        artifact = re.search(r'"artifact": "([^"]+)"', json.dumps(result)).group(1)
        before = self.client.get(f"/artifact/{artifact}").body
        folder = self.enterContext(tempfile.TemporaryDirectory())
        volume = f"{self.project.name}_data"

        def as_root(program, data, *arguments):
            docker("run", "--rm", "--user", "0", "-v", f"{volume}:{data}", "-v", f"{folder}:/backup",
                   "--entrypoint", program, IMAGE, *arguments)
        as_root("tar", "/data:ro", "-C", "/data", "-czf", "/backup/artifacts.tar.gz", "artifacts")
        self.project.compose("stop")
        as_root("rm", "/data", "-r", "/data/artifacts")
        as_root("tar", "/data", "-C", "/data", "-xzf", "/backup/artifacts.tar.gz")
        self.project.compose("start")
        wait_until(lambda: self.project.status("/readyz") == 200, "readiness again", within=20)
        self.client.token = token_of(self.project)[-1]
        self.assertEqual(self.client.get(f"/artifact/{artifact}").body, before)

    def test_a_stop_lets_a_running_cell_end(self):
        running = self.in_background(self.client.text, "import time\ntime.sleep(4)\nprint('finished')", "s")
        self.wait_running(self.client, "s")
        start = time.monotonic()
        stopping = threading.Thread(target=self.project.compose, args=("stop",))
        stopping.start()
        self.assertEqual(running(), "finished")
        stopping.join()
        self.assertLess(time.monotonic() - start, 15)
        self.assertEqual(self.project.inspect("evald")["State"]["ExitCode"], 0)

    def test_a_server_that_dies_is_started_again(self):
        before = self.project.inspect("evald")["State"]["StartedAt"]
        server = self.in_cell("import os\nos.getppid()")
        docker("exec", self.project.container("evald"), "sh", "-c", f"kill -9 {server}")
        wait_until(lambda: self.project.inspect("evald")["State"]["StartedAt"] > before, "a second start", within=30)
        wait_until(lambda: self.project.status("/readyz") == 200, "a service again", within=30)
        self.client.token = token_of(self.project)[-1]
        self.assertEqual(self.in_cell("1 + 1"), "2")


class Outside(SystemTest):
    """What lets cells out: one setting lets them use a network, the other lets that one out."""

    def setUp(self):
        try:
            socket.create_connection(OUTSIDE, timeout=3).close()
        except OSError as error:
            self.skipTest(f"there is no way out of this machine: {error}")

    def from_a_cell(self, environment):
        with Project("compose.yml", environment=environment) as project:
            project.token = token_of(project)[-1]
            return Client(project).text(CONNECT)

    def test_both_settings_let_cells_out_and_neither_does_alone(self):
        network, way_out = {"EVALD_SANDBOX_NETWORK": "on"}, {"EVALD_OUTSIDE_NETWORK": "true"}
        self.assertEqual(self.from_a_cell(network | way_out), "connected")
        self.assertEqual(self.from_a_cell(network), "unreachable")
        self.assertEqual(self.from_a_cell(way_out), "unreachable")


class Outer(SystemTest):
    """compose.bwrap.yml: the server finds bubblewrap to work, and cells are in namespaces of their own."""

    def test_cells_are_in_bubblewrap_and_may_not_make_namespaces_themselves(self):
        with Project("compose.yml", "compose.bwrap.yml") as project:
            project.token = token_of(project)[-1]
            client = Client(project)
            self.assertEqual(client.get("/healthz").json()["sandbox"]["mode"], "bwrap")
            self.assertEqual(client.text("import os\nos.getcwd(), os.path.exists('/etc/passwd')"), "('/workspace', False)")
            self.assertEqual(client.text("[1, 2].length", language="js"), "2")
            self.assertEqual(namespaces_refused(client), [True, True])


if __name__ == "__main__":
    unittest.main()
