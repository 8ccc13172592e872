"""The dashboard and the alerts ask for what the servers have; Prometheus reads what they say."""
import http.client
import os
import shutil
import subprocess
import unittest

import yaml

from tests.deploy import metric_names
from tests.deploy.balancer import Balancer, haproxy, node
from tests.system.http_client import Client
from tests.system.server import ROOT
from tests.system.system_test import SystemTest

TOKEN = "figures-test-token-0123456789"
PROMTOOL = shutil.which("promtool")
# What Prometheus adds itself.
FROM_PROMETHEUS = {"up"}
TARGET_LABELS = {"job", "instance"}


def page_of(host, port):
    connection = http.client.HTTPConnection(host, port, timeout=10)
    try:
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()
    finally:
        connection.close()


class Queries(SystemTest):
    """Against the pages of a server that has worked a little, and of a balancer in front of it."""

    @classmethod
    def setUpClass(cls):
        server = node(0, TOKEN)
        cls.addClassCleanup(server.stop)
        client = Client(server.start())
        client.result("print(1)")
        client.result("1 / 0", "s")
        client.result("import os; os._exit(1)", "s")
        client.result("1", "s", "js")
        cls.page = client.get("/metrics").body.decode()
        cls.names, cls.labels = metric_names.exposed(cls.page)
        cls.names |= FROM_PROMETHEUS
        if haproxy():
            cls.read_balancer(server)

    @classmethod
    def read_balancer(cls, server):
        with Balancer([server], TOKEN) as balancer:
            names, labels = metric_names.exposed(page_of(balancer.host, balancer.figures_port))
        cls.names |= names
        cls.labels.update(labels)

    def check(self, where, query):
        names = metric_names.names_in(query)
        self.assertTrue(names, f"{where}: no metric in {query}")
        for name in names:
            if name.startswith("haproxy_") and not haproxy():
                continue
            self.assertIn(name, self.names, f"{where}: {query}")
        for metric, label in metric_names.labels_in(query):
            if label not in TARGET_LABELS and metric in self.labels:
                self.assertIn(label, self.labels[metric], f"{where}: {query}")

    def test_every_query_of_the_dashboard_names_metrics_that_exist(self):
        queries = list(metric_names.dashboard_queries())
        self.assertGreater(len(queries), 40)
        for where, query in queries:
            with self.subTest(panel=where):
                self.check(where, query)

    def test_every_alert_names_metrics_that_exist(self):
        with open(metric_names.ALERTS, encoding="utf-8") as file:
            groups = yaml.safe_load(file)["groups"]
        for rule in [rule for group in groups for rule in group["rules"]]:
            with self.subTest(alert=rule["alert"]):
                self.check(rule["alert"], rule["expr"])

    def test_a_query_of_a_metric_that_does_not_exist_is_noticed(self):
        with self.assertRaises(AssertionError):
            self.check("made up", "sum(rate(evald_no_such_thing_total[5m]))")
        with self.assertRaises(AssertionError):
            self.check("made up", 'evald_kernels{flavour="x"}')

    def test_the_server_has_no_metric_that_nothing_shows(self):
        """New figures are to be seen somewhere; these need not be."""
        unseen = {"evald_build_info", "process_virtual_memory_bytes", "process_threads", "process_start_time_seconds",
                  "evald_artifacts", "evald_idempotency_keys", "evald_results_kept", "evald_session_events",
                  "evald_websocket_connections_total"}
        shown = set().union(*(metric_names.names_in(query) for _, query in metric_names.dashboard_queries()))
        families = {line.split()[2] for line in self.page.splitlines() if line.startswith("# TYPE ")}
        hidden = {name for name in families - unseen if not any(one.startswith(name) for one in shown)}
        self.assertEqual(hidden, set())

    @unittest.skipUnless(PROMTOOL, "promtool is not installed")
    def test_promtool_has_nothing_to_say_about_the_page(self):
        done = subprocess.run([PROMTOOL, "check", "metrics"], input=self.page, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))


class Panels(unittest.TestCase):

    def test_panels_do_not_overlap_and_have_ids_of_their_own(self):
        panels = metric_names.panels()
        self.assertEqual(len({panel["id"] for panel in panels}), len(panels))
        cells = set()
        for panel in panels:
            at = panel["gridPos"]
            covered = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
            self.assertFalse(cells & covered, panel["title"])
            self.assertLessEqual(at["x"] + at["w"], 24, panel["title"])
            cells |= covered

    def test_every_panel_says_what_it_shows(self):
        for panel in metric_names.panels():
            if panel["type"] != "row":
                self.assertTrue(panel["description"].endswith("."), panel["title"])


@unittest.skipUnless(PROMTOOL, "promtool is not installed")
class Prometheus(unittest.TestCase):

    def promtool(self, *arguments):
        done = subprocess.run([PROMTOOL, *arguments], capture_output=True, text=True, cwd=ROOT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_its_configuration_is_valid(self):
        self.promtool("check", "config", os.path.join("deploy", "prometheus", "prometheus.yml"))

    def test_alerts_fire_when_they_should(self):
        self.promtool("test", "rules", os.path.join("tests", "deploy", "alerts_test.yml"))

    def test_every_alert_has_an_example(self):
        with open(metric_names.ALERTS, encoding="utf-8") as file:
            alerts = {rule["alert"] for group in yaml.safe_load(file)["groups"] for rule in group["rules"]}
        with open(os.path.join(ROOT, "tests", "deploy", "alerts_test.yml"), encoding="utf-8") as file:
            tests = yaml.safe_load(file)["tests"]
        fired = {one["alertname"] for test in tests for one in test["alert_rule_test"] if one.get("exp_alerts")}
        self.assertEqual(fired, alerts)


if __name__ == "__main__":
    unittest.main()
