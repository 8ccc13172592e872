"""compose.yml with Prometheus: it finds the server, takes its rules, and is not among the callers."""
import json
import urllib.request

from tests.deploy import compose_file
from tests.deploy.balancer import free_port
from tests.deploy.containers import Project, docker, has_image
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

IMAGE = compose_file.services("compose.yml")["prometheus"]["image"]


class Watched(SystemTest):

    def setUp(self):
        if not has_image(IMAGE):
            self.skipTest(f"{IMAGE} is not there; docker pull it")
        self.port = free_port()
        environment = {"PROMETHEUS_PUBLISHED_PORT": str(self.port)}
        self.project = self.enterContext(
            Project("compose.yml", environment=environment, services=("evald", "prometheus")))

    def ask(self, path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/{path}", timeout=5) as answer:
                return json.load(answer)["data"]
        except OSError:
            return {}

    def test_prometheus_reads_the_server_without_a_token(self):
        def targets():
            found = self.ask("targets").get("activeTargets", [])
            return found if found and all(target["health"] == "up" for target in found) else None
        found = wait_until(targets, "the target to be up", within=60, every=0.5)
        self.assertEqual([target["labels"] for target in found], [{"instance": "evald:8080", "job": "evald"}])
        rules = [rule for group in self.ask("rules")["groups"] for rule in group["rules"]]
        self.assertTrue(rules)
        self.assertLessEqual({rule["health"] for rule in rules}, {"ok", "unknown"})

    def test_it_publishes_what_the_file_says_and_shares_no_network_with_callers(self):
        networks = self.project.inspect("prometheus")["NetworkSettings"]["Networks"]
        self.assertFalse(any(name.endswith("_edge") for name in networks), networks)
        self.assertEqual(docker("port", self.project.container("prometheus")).strip(), f"9090/tcp -> 127.0.0.1:{self.port}")
