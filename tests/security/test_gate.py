"""One gate: every route refuses strangers, tells nobody what is another's, and no secret comes out anywhere."""
import glob
import hashlib
import json
import os
import signal
import subprocess
import sys

from tests.system import processes
from tests.system.http_client import Client, Response
from tests.system.server import Server, binary, merged
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "contract"))

from openapi_document import load  # noqa: E402

METHODS = ("get", "put", "post", "delete", "head")
STRANGERS = 60
PLANTED = "planted-secret-4f1d0c2b9a"


def token(name, scopes, secret, principal=None):
    entry = {"name": name, "sha256": hashlib.sha256(secret.encode()).hexdigest(), "scopes": scopes}
    return {**entry, "principal": principal} if principal else entry


def operations():
    """(method, path, scope) of each operation of the contract that is there yet."""
    for path, item in load()["paths"].items():
        for method in METHODS:
            if method in item and item[method].get("x-status") != "planned":
                yield method.upper(), path, item[method].get("x-scope")


class Routes(SystemTest):

    def setUp(self):
        tokens = [token("owner", ["eval"], "of-the-owner"),
                  *(token(f"other{number}", ["eval"], f"of-other-{number}") for number in range(STRANGERS)),
                  token("powerless", ["metrics"], "of-the-powerless"), token("scraped", ["watch"], "of-the-watcher")]
        self.server = self.serve({"auth": {"tokens": tokens, "failures_per_minute": 100000}, "metrics": {"allow": []}},
                                 token=None)
        self.owner = Client(self.server, token="of-the-owner")

    def test_no_route_but_the_probes_is_open(self):
        open_routes = {path for _, path, scope in operations() if scope == "none"}
        self.assertLessEqual(open_routes, {"/healthz", "/readyz", "/version", "/openapi.yaml", "/", "/assets/{name}",
                                           "/login", "/logout"})
        checked = 0
        for method, path, scope in operations():
            if path in open_routes:
                continue
            lacking = "of-the-watcher" if scope == "metrics" else "of-the-powerless"
            for secret, status in ((None, 401), ("wrong", 401), (lacking, 403)):
                with self.subTest(method=method, path=path, token=secret):
                    answer = Client(self.server, token=secret).request(method, self.at(path))
                    self.assertEqual(answer.status, status)
                    checked += 1
        self.assertGreater(checked, 30)

    def test_what_is_anothers_is_answered_as_what_is_not_there(self):
        result = self.owner.result("for i in range(30000): print('line', i)", "mine")
        there = {"run": result["run"], "id": "mine", "path": "file"}
        artifact = result["details"]["meta"]["truncation"]["artifact"]
        # Somebody else each time: what one route has made for a stranger is that stranger's.
        strangers = (Client(self.server, token=f"of-other-{number}") for number in range(STRANGERS))
        for method, path, scope in operations():
            if "{" not in path or scope == "none":
                continue
            stranger = next(strangers)
            with self.subTest(method=method, path=path):
                mine = {**there, "id": artifact} if path.startswith("/artifact/") else there
                body = {"language": "py"} if path.endswith("/reset") else None
                body = {"callId": "x", "ok": True, "value": 1} if path.endswith("/tool-results") else body
                anothers = answer_of(stranger, method, self.at(path, mine), body)
                nobodys = answer_of(stranger, method, self.at(path), body)
                self.assertEqual(anothers.status, nobodys.status)
                self.assertEqual(without_ids(anothers, mine), without_ids(nobodys, mine))
        self.assertEqual(self.owner.get("/sessions/mine").status, 200)
        self.assertEqual(self.owner.get(f"/artifact/{artifact}").status, 200)

    def at(self, path, values=None):
        if path.endswith("/events"):
            values = {"id": "never-watched"} if not values else values
        for name in ("run", "id", "path"):
            path = path.replace("{%s}" % name, (values or {}).get(name, "nothing-there"))
        return path

    def test_braces_of_the_contract_are_no_route(self):
        for path in ("/runs/{run}", "/sessions/{id}", "/artifact/{id}"):
            self.assertIn(self.owner.get(path).status, (400, 404))
        self.assert_works(self.owner)


class Administrators(SystemTest):
    """Others' sessions can be listed and ended, and nothing of what they say is seen."""

    def setUp(self):
        tokens = [token("owner", ["eval"], "of-the-owner"), token("boss", ["admin"], "of-the-boss")]
        config = {"auth": {"tokens": tokens}, "metrics": {"allow": []}, "sandbox": {"mode": "none"}}
        server = self.serve(config, token=None)
        self.owner, self.boss = Client(server, token="of-the-owner"), Client(server, token="of-the-boss")
        self.run = self.owner.result("print('a secret of the owner')", "mine")["run"]

    def test_the_scope_admin_alone_lists_and_ends(self):
        listed = self.boss.get("/sessions?principal=owner")
        self.assertEqual([session["id"] for session in listed.json()["sessions"]], ["mine"])
        self.assertEqual(self.boss.get("/sessions/mine?principal=owner").status, 200)
        self.assertEqual(self.boss.post(f"/runs/{self.run}/cancel?principal=owner").status, 409)
        self.assertEqual(self.boss.delete("/sessions/mine?principal=owner").status, 204)
        self.assertEqual(self.owner.get("/sessions/mine").status, 404)

    def test_it_opens_nothing_else(self):
        for method, path, scope in operations():
            if scope == "none":
                continue
            for name, value in {"id": "mine", "run": self.run, "path": "file"}.items():
                path = path.replace("{%s}" % name, value)
            for query in ("", "?principal=owner"):
                with self.subTest(method=method, path=path, query=query):
                    may = {("GET", "/sessions"), ("GET", "/sessions/mine"), ("HEAD", "/sessions"),
                           ("HEAD", "/sessions/mine"), ("DELETE", "/sessions/mine"),
                           ("POST", f"/runs/{self.run}/cancel")}
                    if not query or (method, path) not in may:
                        self.assertEqual(self.boss.request(method, path + query).status, 403)
        self.assertNotIn("a secret", str(self.boss.get("/sessions/mine?principal=owner").body))

    def test_without_it_others_cannot_be_named(self):
        self.assertEqual(self.owner.get("/sessions?principal=boss").status, 403)
        self.assertEqual(self.owner.get("/sessions?principal=owner").status, 200)
        self.assertEqual(self.boss.get("/sessions").status, 403)


def answer_of(client, method, path, body):
    """An answer; of a stream of events, which has no end, only its head."""
    connection = client.connection()
    try:
        answer = client.send(connection, method, path, body)
        is_stream = answer.headers.get_content_type() == "text/event-stream"
        return Response(answer.status, answer.headers, b"" if is_stream else answer.read())
    finally:
        connection.close()


def without_ids(answer, values):
    try:
        problem = answer.json()
    except ValueError:
        return None
    text = json.dumps({key: value for key, value in problem.items() if key != "requestId"}, sort_keys=True)
    for value in [*values.values(), "nothing-there", "never-watched"]:
        text = text.replace(value, "*")
    return text if answer.status >= 400 else None


class Tokens(SystemTest):

    def test_sighup_takes_up_new_tokens_and_drops_old_ones(self):
        server = self.serve({"auth": {"tokens": [token("a", ["eval"], "first")]}}, token=None)
        self.assertEqual(Client(server, token="first").get("/sessions").status, 200)
        self.rewrite(server, {"auth": {"tokens": [token("b", ["eval"], "second")]}})
        server.signal(signal.SIGHUP)
        wait_until(lambda: Client(server, token="second").get("/sessions").status == 200, "the new token")
        self.assertEqual(Client(server, token="first").get("/sessions").status, 401)
        self.rewrite(server, {"auth": {"tokens": [{"name": "broken"}]}})
        server.signal(signal.SIGHUP)
        wait_until(lambda: "nothing was reloaded" in server.log(), "the refusal")
        self.assertEqual(Client(server, token="second").get("/sessions").status, 200)

    def test_sighup_signs_out_who_signed_in_with_an_old_token(self):
        server = self.serve({"auth": {"tokens": [token("a", ["eval"], "first")]}}, token=None)
        stranger = Client(server, token=None)
        signed_in = stranger.post("/login", {"token": "first"})
        self.assertEqual(signed_in.status, 204)
        cookies = "; ".join(value.split(";")[0] for value in signed_in.headers.get_all("Set-Cookie"))
        self.assertEqual(stranger.get("/sessions", Cookie=cookies).status, 200)
        self.rewrite(server, {"auth": {"tokens": [token("b", ["eval"], "second")]}})
        server.signal(signal.SIGHUP)
        wait_until(lambda: Client(server, token="second").get("/sessions").status == 200, "the new token")
        self.assertEqual(stranger.get("/sessions", Cookie=cookies).status, 401)

    def test_a_token_of_the_environment_outlives_a_reload(self):
        server = self.serve()
        self.rewrite(server, {"auth": {"tokens": [token("b", ["eval"], "second")]}})
        server.signal(signal.SIGHUP)
        wait_until(lambda: Client(server, token="second").get("/sessions").status == 200, "the new token")
        self.assertEqual(Client(server).get("/sessions").status, 200)

    def rewrite(self, server, changes):
        with open(server.config_path, encoding="utf-8") as file:
            config = json.load(file)
        with open(server.config_path, "w", encoding="utf-8") as file:
            json.dump(merged(config, changes), file)

    def test_token_new_prints_a_token_and_its_line(self):
        options = ["--name", "ci", "--scopes", "eval,metrics", "--principal", "team"]
        made = subprocess.run([binary(), "token", "new", *options], capture_output=True, text=True,
                              check=True).stdout.splitlines()
        self.assertEqual(len(made), 2)
        entry = json.loads(made[1])
        self.assertEqual(entry, token("ci", ["eval", "metrics"], made[0], "team"))
        self.assertGreaterEqual(len(made[0]), 40)
        server = self.serve({"auth": {"tokens": [entry]}}, token=None)
        self.assertEqual(Client(server, token=made[0]).get("/sessions").status, 200)
        bad = subprocess.run([binary(), "token", "new", "--scopes", "everything"], capture_output=True, text=True,
                             check=False)
        self.assertEqual((bad.returncode, bad.stdout), (2, ""))


class Secrets(SystemTest):

    def test_a_planted_secret_comes_out_nowhere(self):
        server = Server({"log": {"level": "trace"}}, token=PLANTED)
        server.environment.update({"MY_API_KEY": PLANTED + "-key", "OPENAI_API_KEY": PLANTED + "-openai",
                                   "DATABASE_PASSWORD": PLANTED + "-password"})
        self.addCleanup(server.stop)
        server.start()
        client = Client(server)
        seen = {}
        seen["python"] = client.text("import os, subprocess\nprint(dict(os.environ), subprocess.getoutput('env'))", "s")
        seen["javascript"] = client.text("console.log(JSON.stringify(process.env))", "s", language="js")
        seen["metrics"] = client.get("/metrics").body.decode()
        for path in ("/sessions?token=" + PLANTED, "/no/such/" + "path", "/artifact/none", "/runs/none"):
            seen[path] = client.get(path).body.decode()
        seen["bad token"] = Client(server, token=PLANTED + "x").get("/sessions").body.decode()
        seen["bad body"] = client.post("/eval", {"session": "s", "cells": [], "unknown": 1}).body.decode()
        seen["log"] = server.log()
        for pid in [server.pid, *processes.descendants(server.pid)]:
            for name in ("environ", "cmdline"):
                try:
                    with open(f"/proc/{pid}/{name}", "rb") as file:
                        seen[f"{name} of {pid}"] = file.read().decode(errors="replace")
                except OSError:
                    pass
        for path in glob.glob(server.data + "/**/*", recursive=True):
            if os.path.isfile(path) and os.path.getsize(path) < 1 << 20:
                with open(path, "rb") as file:
                    seen[path] = file.read().decode(errors="replace")
        found = [place for place, text in seen.items() if PLANTED in text and place != "/sessions?token=" + PLANTED]
        self.assertEqual(found, [])

    def test_the_health_report_and_log_name_the_layers(self):
        for mode in ("none", "auto"):
            with self.subTest(mode=mode):
                server = self.serve({"sandbox": {"mode": mode}})
                health = Client(server, token=None).get("/healthz").json()
                self.assertEqual(set(health["sandbox"]), {"mode", "proc", "users", "seccomp", "landlock", "cgroup",
                                                          "network", "watchdog"})
                self.assertEqual(health["sandbox"]["mode"] == "none", mode == "none")
                self.assertEqual("warning" in health, mode == "none")
                self.assertEqual("cells run with all rights" in server.log(), mode == "none")
                metrics = Client(server).get("/metrics").body.decode()
                self.assertIn(f'evald_sandbox_layer{{layer="mode",value="{health["sandbox"]["mode"]}"}} 1', metrics)

    def test_a_named_mode_that_does_not_work_ends_the_start(self):
        server = Server({"sandbox": {"mode": "bwrap", "read_only": []}})
        self.addCleanup(server.stop)
        os.chmod(server.folder, 0o700)
        if os.geteuid() != 0:
            self.skipTest("only root has users that a folder can keep out")
        server.launch()
        self.assertEqual(server.wait(20), 1)
        self.assertIn("chmod o+x", server.log())
