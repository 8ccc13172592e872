"""What operators read: metrics, health, version, request ids, the log."""
import json
import re

from .system_test import SystemTest
from .waiting import wait_until

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
SAMPLE = re.compile(rf"^({NAME})(?:\{{((?:{NAME}=\"(?:[^\"\\\n]|\\[\\\"n])*\",?)*)\}})? (\S+)(?: \d+)?$")


def parse_metrics(text):
    """Families by name: {type, help, samples: [(name, labels, value)]}. Raises ValueError on a line that is none."""
    families, current = {}, None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            name, _, said = line[7:].partition(" ")
            current = families.setdefault(name, {"help": said, "type": None, "samples": []})
        elif line.startswith("# TYPE "):
            name, kind = line[7:].split(" ")
            current = families.setdefault(name, {"help": None, "type": None, "samples": []})
            if current["samples"] or current["type"]:
                raise ValueError(f"TYPE comes late or twice: {line}")
            current["type"] = kind
        elif line.strip() and not line.startswith("#"):
            match = SAMPLE.match(line)
            if not match:
                raise ValueError(f"not a sample: {line!r}")
            base = re.sub(r"_(bucket|sum|count)$", "", match.group(1))
            family = families.get(match.group(1)) or families.get(base)
            if family is None or family is not current:
                raise ValueError(f"a sample outside of its family: {line!r}")
            family["samples"].append((match.group(1), match.group(2) or "", float(match.group(3))))
    return families


class Metrics(SystemTest):

    def test_every_line_parses_and_every_family_is_described(self):
        client = self.client()
        client.result("print('x')", "a-session-name")
        client.result("1", "a-session-name", "js")
        client.result("1/0", "a-session-name")
        answer = client.get("/metrics")
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.content_type, "text/plain")
        families = parse_metrics(answer.body.decode())
        self.assertGreater(len(families), 10)
        for name, family in families.items():
            with self.subTest(name=name):
                self.assertIn(family["type"], ("counter", "gauge", "histogram", "summary"))
                self.assertTrue(family["help"])
                if family["type"] == "counter":
                    self.assertTrue(name.endswith("_total"))
        self.assertNotIn(b"a-session-name", answer.body)
        self.assertNotIn(client.token.encode(), answer.body)
        self.assertNotIn(client.server.folder.encode(), answer.body)

    def test_histograms_are_cumulative_and_complete(self):
        client = self.client()
        client.result("1", "s")
        families = parse_metrics(client.get("/metrics").body.decode())
        histograms = [family for family in families.values() if family["type"] == "histogram"]
        self.assertTrue(histograms)
        for family in histograms:
            series = {}
            for name, labels, value in family["samples"]:
                rest = ",".join(part for part in labels.split(",") if part and not part.startswith("le="))
                entry = series.setdefault(rest, {"buckets": []})
                if name.endswith("_bucket"):
                    entry["buckets"].append(value)
                    entry["last"] = labels
                else:
                    entry[name.rsplit("_", 1)[1]] = value
            for entry in series.values():
                self.assertEqual(entry["buckets"], sorted(entry["buckets"]))
                self.assertIn('le="+Inf"', entry["last"])
                self.assertEqual(entry["buckets"][-1], entry["count"])

    def test_runs_are_counted(self):
        client = self.client()

        def total():
            families = parse_metrics(client.get("/metrics").body.decode())
            return sum(value for name, family in families.items() if "runs" in name and family["type"] == "counter"
                       for _, _, value in family["samples"])
        before = total()
        client.result("1", "s")
        client.result("1/0", "s")
        self.assertEqual(total() - before, 2)

    def test_unknown_paths_make_no_new_series(self):
        client = self.client()
        client.get("/first-unknown-path")
        client.get("/metrics")
        lines = len(client.get("/metrics").body.splitlines())
        for number in range(20):
            client.get(f"/unknown-{number}")
            client.get(f"/sessions/unknown-{number}")
        client.get("/sessions/unknown")
        after = client.get("/metrics").body
        self.assertNotIn(b"unknown-1", after)
        self.assertLess(len(after.splitlines()), lines + 60)


class Health(SystemTest):

    def test_health_and_version(self):
        client = self.client()
        for path in ("/healthz", "/readyz"):
            self.assertEqual(client.get(path).status, 200)
        version = client.get("/version").json()
        self.assertRegex(version["version"], r"^\d+\.\d+\.\d+")

    def test_head_answers_as_get_without_a_body(self):
        client = self.client()
        answer = client.request("HEAD", "/healthz")
        self.assertIn(answer.status, (200, 405))
        self.assertEqual(answer.body, b"")

    def test_request_ids_come_back_if_they_are_sane(self):
        client = self.client()
        self.assertEqual(client.get("/version", X_Request_Id="sane-1.2_3").header("X-Request-Id"), "sane-1.2_3")
        for bad in ("a b", "<script>", "z" * 300):
            with self.subTest(bad=bad[:20]):
                answer = client.get("/version", X_Request_Id=bad)
                self.assertNotEqual(answer.header("X-Request-Id"), bad)
                self.assertTrue(answer.header("X-Request-Id"))
        problem = client.get("/no-such-route", X_Request_Id="mine").json()
        self.assertEqual(problem["requestId"], "mine")

    def test_the_log_can_be_json_and_holds_no_code(self):
        client = self.client({"log": {"format": "json", "level": "debug"}})
        client.result("print('a-secret-thing')", "s")
        client.get("/no-such-route")
        wait_until(lambda: '"event":"run"' in client.server.log(), "the run's line")
        lines = [line for line in client.server.log().splitlines() if line.startswith("{")]
        self.assertTrue(lines)
        for line in lines:
            json.loads(line)
        self.assertNotIn("a-secret-thing", client.server.log())
