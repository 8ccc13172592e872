"""The compose files with Prometheus: it finds servers and balancer, takes its rules, and is not among the callers."""
import json
import urllib.request

from tests.deploy import compose_file
from tests.deploy.balancer import free_port
from tests.deploy.containers import Project, docker, has_image
from tests.deploy.containers_scale import Nodes
from tests.deploy.tenants import NAMES
from tests.system.system_test import SystemTest
from tests.system.waiting import Late, wait_until

IMAGE = compose_file.services("compose.yml")["prometheus"]["image"]


def skip_without_image(test):
    if not has_image(IMAGE):
        test.skipTest(f"{IMAGE} is not there; docker pull it")


class Prometheus:
    """The one that is published on this port."""

    def __init__(self):
        self.port = free_port()
        self.environment = {"PROMETHEUS_PUBLISHED_PORT": str(self.port)}

    def ask(self, path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/{path}", timeout=5) as answer:
                return json.load(answer)["data"]
        except OSError:
            return {}

    def wait_for(self, wanted):
        """Until these labels are those of all that it reads, and it can."""
        def up():
            return sorted([target["labels"] for target in self.ask("targets").get("activeTargets", [])
                           if target["health"] == "up"], key=str)
        try:
            wait_until(lambda: up() == sorted(wanted, key=str), "the targets to be up", within=60, every=0.5)
        except Late:
            raise AssertionError(f"wanted {wanted}, up are {up()}: {self.ask('targets')}") from None


class Watched(SystemTest):

    def setUp(self):
        skip_without_image(self)
        self.prometheus = Prometheus()
        self.project = self.enterContext(
            Project("compose.yml", environment=self.prometheus.environment, services=("evald", "prometheus")))

    def test_prometheus_reads_the_server_without_a_token(self):
        self.prometheus.wait_for([{"instance": "evald:8080", "job": "evald"}])
        rules = [rule for group in self.prometheus.ask("rules")["groups"] for rule in group["rules"]]
        self.assertTrue(rules)
        self.assertLessEqual({rule["health"] for rule in rules}, {"ok", "unknown"})

    def test_it_publishes_what_the_file_says_and_shares_no_network_with_callers(self):
        networks = self.project.inspect("prometheus")["NetworkSettings"]["Networks"]
        self.assertFalse(any(name.endswith("_edge") for name in networks), networks)
        self.assertEqual(docker("port", self.project.container("prometheus")).strip(),
                         f"9090/tcp -> 127.0.0.1:{self.prometheus.port}")


class WatchedNodes(Nodes):

    services = (*sorted(NAMES), "balancer", "prometheus")

    def setUp(self):
        skip_without_image(self)
        self.prometheus = Prometheus()
        self.environment = self.prometheus.environment
        super().setUp()

    def test_prometheus_reads_every_node_and_the_balancer(self):
        wanted = [{"instance": f"{name}.watch:8080", "job": "evald"} for name in sorted(NAMES)]
        wanted.append({"instance": "balancer:8405", "job": "balancer"})
        self.prometheus.wait_for(wanted)
