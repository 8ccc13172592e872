"""Who may do what: tokens, scopes, principals, addresses, hosts and origins."""
import hashlib
import re

from .http_client import Client, RawConnection
from .server import Server
from .system_test import SystemTest
from .waiting import wait_until


def token(name, scopes, principal=None):
    """A token of the configuration; its secret is `secret-of-` and its name."""
    entry = {"name": name, "sha256": hashlib.sha256(secret(name).encode()).hexdigest(), "scopes": scopes}
    if principal:
        entry["principal"] = principal
    return entry


def secret(name):
    return f"secret-of-{name}"


class Tokens(SystemTest):

    def test_bad_credentials_are_401_with_a_challenge(self):
        server = self.serve()
        client = Client(server, token=None)
        for value in (None, "", "Bearer", "Bearer ", "Bearer wrong", f"Basic {server.token}", server.token,
                      f"Bearer {server.token}x", f"Bearer  x{server.token}"):
            with self.subTest(value=value):
                answer = client.request("GET", "/sessions", headers={"Authorization": value} if value is not None else {})
                self.assert_problem(answer, 401)
                self.assertTrue(answer.header("WWW-Authenticate").startswith("Bearer"))
        answer = client.request("GET", "/sessions", headers={"Authorization": f"bEARER {server.token}"})
        self.assertEqual(answer.status, 200)

    def test_a_refused_call_starts_nothing(self):
        client = self.client()
        stranger = Client(client.server, token="wrong")
        self.assertEqual(stranger.eval("open('ran', 'w')", "s").status, 401)
        self.assertEqual(client.server.kernels(), [])
        self.assertEqual(client.get("/sessions").json()["sessions"], [])

    def test_failures_are_limited_by_address_and_a_good_token_is_let_in(self):
        client = self.client({"auth": {"failures_per_minute": 5}})
        stranger = Client(client.server, token="wrong")
        statuses = [stranger.get("/sessions").status for _ in range(8)]
        self.assertEqual(statuses[0], 401)
        self.assertEqual(statuses[-1], 429)
        self.assertEqual(client.get("/sessions").status, 200)

    def test_the_token_is_in_no_log(self):
        client = self.client({"log": {"level": "trace"}})
        client.result("1", "s")
        client.get(f"/sessions?token={client.token}")
        Client(client.server, token=client.token + "x").get("/sessions")
        self.assertNotIn(client.token, client.server.log())

    def test_without_any_token_the_server_makes_one_and_prints_its_url_once(self):
        server = self.serve(token=None)
        found = wait_until(lambda: re.findall(r"#token=([A-Za-z0-9._~+/=-]+)", server.log()), "the token")
        self.assertEqual(len(found), 1)
        self.assertGreaterEqual(len(found[0]), 22)
        self.assert_problem(Client(server, token=None).get("/sessions"), 401)
        self.assertEqual(Client(server, token=found[0]).get("/sessions").status, 200)

    def test_a_token_can_come_from_a_file(self):
        server = Server(token=None)
        self.addCleanup(server.stop)
        path = server.folder + "/token"
        with open(path, "w", encoding="ascii") as file:
            file.write("token-from-a-file-1234567890\n")
        server.environment["EVALD_TOKEN_FILE"] = path
        server.start()
        self.assertEqual(Client(server, token="token-from-a-file-1234567890").get("/sessions").status, 200)

    def test_no_auth_is_for_loopback_only(self):
        server = self.serve(token=None, arguments=["--no-auth"])
        self.assertEqual(Client(server, token=None).text("print('in')", "s"), "in")
        outside = Server({"server": {"host": "0.0.0.0"}}, token=None, arguments=["--no-auth"])
        self.addCleanup(outside.stop)
        outside.launch()
        self.assertNotEqual(outside.wait(10), 0)
        self.assertRegex(outside.log(), r"(?i)loopback")


class ScopesAndPrincipals(SystemTest):

    def setUp(self):
        self.server = self.serve({
            "metrics": {"allow": []},
            "auth": {"tokens": [
                token("agent", ["eval"], "team"), token("person", ["watch"], "team"), token("scraper", ["metrics"]),
                token("stranger", ["eval"])]}})
        self.agent, self.person, self.scraper, self.stranger = (
            Client(self.server, token=secret(name)) for name in ("agent", "person", "scraper", "stranger"))

    def test_watch_reads_and_does_not_run(self):
        run = self.agent.result("print('x')", "s")["run"]
        self.assertEqual(self.person.get("/sessions/s").status, 200)
        self.assertEqual(self.person.get(f"/runs/{run}").json()["result"]["content"][0]["text"], "x")
        self.assert_problem(self.person.eval("1", "s"), 403)
        self.assert_problem(self.person.delete("/sessions/s"), 403)
        self.assert_problem(self.person.post("/sessions/s/interrupt"), 403)
        with self.person.events("s", since=0) as events:
            events.until("run.finished")

    def test_a_watcher_of_the_websocket_cannot_run(self):
        self.agent.result("1", "s")
        connection = self.websocket(self.server, token=secret("person"))
        connection.send({"type": "eval", "id": 1, "session": "s", "cells": [{"language": "py", "code": "1"}]})
        self.assertEqual(connection.until("error")["problem"]["status"], 403)
        connection.send({"type": "watch", "session": "s", "since": 0})
        connection.until("run.finished")

    def test_metrics_has_a_scope_of_its_own(self):
        self.assertEqual(self.scraper.get("/metrics").status, 200)
        self.assert_problem(self.scraper.get("/sessions"), 403)
        self.assert_problem(self.agent.get("/metrics"), 403)
        self.assert_problem(Client(self.server, token=None).get("/metrics"), 401)

    def test_two_principals_never_meet(self):
        result = self.agent.result("mine = 1\nfor i in range(20000): print(i)", "s")
        run, artifact = result["run"], result["details"]["meta"]["truncation"]["artifact"]
        for path in (f"/runs/{run}", "/sessions/s", f"/artifact/{artifact}"):
            with self.subTest(path=path):
                self.assertEqual(self.agent.get(path).status, 200)
                self.assert_problem(self.stranger.get(path), 404)
        self.assert_problem(self.stranger.post(f"/runs/{run}/cancel"), 404)
        self.assert_problem(self.stranger.delete("/sessions/s"), 404)
        self.assertEqual(self.stranger.get("/sessions").json()["sessions"], [])
        self.assertEqual(self.stranger.get("/artifacts").json()["artifacts"], [])
        self.assertEqual(self.stranger.text("print('mine' in globals())", "s"), "False")
        self.assertEqual(self.agent.text("print(mine)", "s"), "1")

    def test_public_routes_need_no_token(self):
        anybody = Client(self.server, token=None)
        for path in ("/healthz", "/readyz", "/version", "/openapi.yaml"):
            with self.subTest(path=path):
                self.assertEqual(anybody.get(path).status, 200)


class HostsAndOrigins(SystemTest):

    def raw(self, server, path, *lines):
        with RawConnection(server) as connection:
            connection.send("\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]))
            return connection.read_response()

    def test_a_foreign_host_is_refused_but_for_health(self):
        server = self.serve({"server": {"names": ["evald.example"]}})
        authorization = f"Authorization: Bearer {server.token}"
        self.assertIn(self.raw(server, "/sessions", "Host: evil.example", authorization).status, (400, 403, 421))
        self.assertEqual(self.raw(server, "/healthz", "Host: evil.example").status, 200)
        for host in (server.authority, f"localhost:{server.port}", "evald.example"):
            with self.subTest(host=host):
                self.assertEqual(self.raw(server, "/sessions", f"Host: {host}", authorization).status, 200)

    def test_a_foreign_origin_is_refused_and_reads_nothing(self):
        client = self.client({"cors": {"origins": ["https://friend.example"]}})
        for origin in ("https://evil.example", "null", f"http://{client.server.authority}.evil.example"):
            with self.subTest(origin=origin):
                answer = client.eval("1", "s", headers={"Origin": origin})
                self.assert_problem(answer, 403)
                self.assertIsNone(answer.header("Access-Control-Allow-Origin"))
        same = client.eval("1", "s", headers={"Origin": f"http://{client.server.authority}"})
        self.assertEqual(same.status, 200)
        friend = client.eval("1", "s", headers={"Origin": "https://friend.example"})
        self.assertEqual(friend.header("Access-Control-Allow-Origin"), "https://friend.example")
