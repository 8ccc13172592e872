"""compose.scale.yml: three nodes behind HAProxy."""
import json
import os
import subprocess
import sys
import tempfile
import time

from tests.deploy.containers import Project, docker
from tests.deploy.load import Beginner, Counter, Load
from tests.deploy.tenants import NAMES, TOKENS, Tenants
from tests.system.http_client import Client
from tests.system.server import ROOT
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

TOKEN = "scale-test-token-0123456789"
# What goes over connections whose session the balancer cannot see: a WebSocket without ?session= next to plain calls.
NOT_THROUGH_A_BALANCER = ("ws-01", "ws-04")


class Nodes(SystemTest):
    """Brings them up for each test."""

    overlay = None  # a file to put over compose.scale.yml, as an object
    services = ()  # none: all that are behind no profile
    environment = {}

    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())
        os.chmod(self.folder, 0o755)
        files = ["compose.scale.yml"]
        if self.overlay:
            files.append(self.written("overlay.yml", json.dumps(self.overlay)))
        environment = {"EVALD_TOKEN_FILE": self.written("token", TOKEN + "\n"), **self.environment}
        self.project = self.enterContext(
            Project(*files, token=TOKEN, environment=environment, services=self.services))
        self.balancer = self.project.container("balancer")
        wait_until(lambda: self.states() == ["UP"] * 3, "three nodes", within=30)
        self.client = Client(self.project)

    def written(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        return path

    def node_state(self, *arguments):
        return docker("exec", self.balancer, "node-state", *arguments)

    def states(self):
        return [line.split()[1] for line in self.node_state().splitlines()]


class Scale(Nodes):

    def counters(self, each=4):
        counters = [Counter(self.project).begin() for _ in range(3 * each)]
        self.assertEqual({counter.node for counter in counters}, {0, 1, 2})
        return counters

    def all_count_on(self, counters, steps=5):
        goals = {counter: counter.count + steps for counter in counters}
        wait_until(lambda: all(counter.count >= goal for counter, goal in goals.items()), "every caller to count on", 60)

    def test_a_killed_node_loses_its_own_sessions_and_their_callers_are_told(self):
        counters = self.counters()
        with Load(counters):
            self.all_count_on(counters)
            docker("kill", self.project.container("evald-1"))
            self.all_count_on(counters)
        for counter in counters:
            self.assertEqual(counter.lost, [], counter.session)
            self.assertEqual(bool(counter.told), counter.node == 1, (counter.session, counter.told))

    def test_who_begins_when_a_node_is_gone_is_served_by_another(self):
        beginners = [Beginner(self.project) for _ in range(6)]
        with Load(beginners):
            wait_until(lambda: all(len(one.calls) >= 3 for one in beginners), "sessions to begin", within=60)
            docker("kill", self.project.container("evald-1"))
            gone = time.monotonic()
            wait_until(lambda: self.states()[1] == "DOWN", "the balancer to see it", within=30)
            calls = {one: len(one.calls) for one in beginners}
            wait_until(lambda: all(len(one.calls) >= calls[one] + 3 for one in beginners), "more of them", within=60)
        for one in beginners:
            # Those whom it had begun to serve are told; who has not been served yet waits for another node.
            self.assertLessEqual({said for _, said in one.calls}, {200, 502})
            self.assertEqual({said for began, said in one.calls if began > gone}, {200})

    def test_who_waits_for_a_machine_that_is_gone_is_told(self):
        counters = self.counters()
        waiting = [counter for counter in counters if counter.node == 1]
        others = [counter for counter in counters if counter.node != 1]
        answers = [self.in_background(one.client.eval, "import time; time.sleep(120)", one.session) for one in waiting]
        for one in waiting:
            self.wait_running(self.client, one.session)
        with Load(others) as load:
            start = time.monotonic()
            docker("network", "disconnect", f"{self.project.name}_nodes", self.project.container("evald-1"))
            self.assertEqual({answer().status for answer in answers}, {502})
            self.assertLess(time.monotonic() - start, 20)
            self.all_count_on(others)
        self.assertEqual(load.faults(), {})
        for one in waiting:
            self.assertIs(one.client.result("1", one.session)["sessionCreated"], True)

    def test_a_drained_node_is_replaced_and_nobody_loses_anything(self):
        counters = self.counters()
        with Load(counters) as load:
            self.all_count_on(counters)
            self.node_state("evald-1", "drain")
            new = [Counter(self.project).begin() for _ in range(9)]
            self.all_count_on(counters)
        self.assertEqual(load.faults(), {})
        self.assertNotIn(1, {counter.node for counter in new})
        for counter in counters:
            if counter.node == 1:
                self.client.delete(f"/sessions/{counter.session}")
        others = [counter for counter in counters if counter.node != 1]
        with Load(others) as load:
            self.project.compose("restart", "-t", "30", "evald-1")
            self.node_state("evald-1", "ready")
            wait_until(lambda: self.states() == ["UP"] * 3, "the node again", within=30)
        self.assertEqual(load.faults(), {})
        self.assertIn(1, {Counter(self.project).begin().node for _ in range(6)})

    def test_stopping_a_node_leaves_nobody_without_an_answer(self):
        counters = self.counters()
        others = [counter for counter in counters if counter.node != 2]
        busy = next(counter for counter in counters if counter.node == 2)
        running = self.in_background(self.client.text, "import time\ntime.sleep(5)\nprint('finished')", busy.session)
        self.wait_running(self.client, busy.session)
        with Load(others) as load:
            stopping = self.in_background(self.project.compose, "stop", "evald-2")
            new = [Counter(self.project).begin() for _ in range(20)]
            self.assertEqual(running(), "finished")
            stopping()
            self.all_count_on(others)
        self.assertEqual(load.faults(), {})
        wait_until(lambda: self.states()[2] != "UP", "the balancer to see it")
        self.assertTrue(all(counter.session for counter in new))

    def test_a_balancer_that_starts_anew_finds_every_session(self):
        counters = self.counters() + [Counter(self.project, session=f"chosen-{n}").begin() for n in range(6)]
        self.project.compose("restart", "-t", "2", "balancer")
        wait_until(lambda: self.project.status("/readyz") == 200, "the balancer", within=30)
        for counter in counters:
            counter.step()
            self.assertEqual((counter.told, counter.lost, counter.count), ([], [], 1), counter.session)

    def test_nodes_publish_nothing_and_figures_are_not_for_callers(self):
        for number in range(3):
            self.assertEqual(docker("port", self.project.container(f"evald-{number}")), "")
        self.assertEqual(docker("port", self.project.container("balancer")).strip(),
                         f"8080/tcp -> 127.0.0.1:{self.project.port}")
        self.assertEqual(self.client.get("/metrics").status, 404)

    def test_the_cases_pass_through_the_balancer(self):
        sys.path.insert(0, ROOT)
        from tests.cases.run import covered
        names = [name for name in covered(sanitized=False) if not name.startswith(NOT_THROUGH_A_BALANCER)]
        command = [sys.executable, os.path.join(ROOT, "tests", "cases", "check"), "--url",
                   f"http://{self.project.authority}", "--token", TOKEN, "--only", ",".join(names)]
        done = subprocess.run(command, capture_output=True, text=True)
        print("\n" + done.stdout[-2000:])
        self.assertEqual(done.returncode, 0)


class Apart(Tenants, Nodes):
    """Callers with tokens of their own, who are at the nodes besides that of the file."""

    overlay = {"services": {name: {"environment": {"EVALD_AUTH_TOKENS": json.dumps(TOKENS)}} for name in sorted(NAMES)}}

    def setUp(self):
        super().setUp()
        self.meet(self.project)
