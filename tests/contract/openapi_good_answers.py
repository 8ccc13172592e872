"""Good answers of every route, and the events of every stream."""
import os
import re

from openapi_case import CONTRACT, LONG, PICTURE, ROOT, ContractTest, config
from tests.system.http_client import Client, Response, Stream
from tests.system.waiting import wait_until


class GoodAnswers(ContractTest):

    def setUp(self):
        self.caller = self.client(config())

    def test_public_routes(self):
        anybody = Client(self.caller.server, token=None)
        for path in ("/healthz", "/readyz", "/version", "/openapi.yaml"):
            self.expect(200, anybody, "GET", path)

    def test_the_served_contract_is_this_one(self):
        with open(os.path.join(ROOT, "openapi.yaml"), "rb") as file:
            self.assertEqual(self.caller.get("/openapi.yaml").body, file.read())

    def test_results(self):
        self.eval(self.caller, "print('x')\n6 * 7")
        self.eval(self.caller, "1/0")
        self.eval(self.caller, [{"language": "js", "code": "console.log(1)", "title": "t"},
                                {"language": "py", "code": "raise SystemExit(3)"}, {"language": "py", "code": "1"}])
        self.eval(self.caller, "import os\nos._exit(3)")
        self.eval(self.caller, "print('a notice stands here')")
        self.eval(self.caller, [{"language": "py", "code": "import time\ntime.sleep(30)", "timeout": 1}])
        self.eval(self.caller, "display({'a': [1, None, float('nan')]})\n'# text'")
        self.eval(self.caller, PICTURE + "display(Picture())\ndisplay(Picture())\n")
        self.eval(self.caller, LONG)

    def test_runs(self):
        done = self.eval(self.caller, "print('x')").json()["run"]
        self.expect(200, self.caller, "GET", "/runs/{run}", at=f"/runs/{done}")
        started = self.eval(self.caller, "import time\ntime.sleep(30)", status=202, detach=True)
        run = started.json()["run"]
        self.expect(200, self.caller, "GET", "/runs/{run}", at=f"/runs/{run}")
        self.expect(202, self.caller, "POST", "/runs/{run}/cancel", at=f"/runs/{run}/cancel")
        wait_until(lambda: self.caller.get(f"/runs/{run}").json()["state"] == "finished", "the end of the run")
        self.expect(200, self.caller, "GET", "/runs/{run}", at=f"/runs/{run}")
        self.expect(409, self.caller, "POST", "/runs/{run}/cancel", at=f"/runs/{run}/cancel")
        self.eval(self.caller, "1", status=202, headers={"Prefer": "respond-async"})

    def test_a_repeated_call_answers_as_the_first_did(self):
        key = {"Idempotency-Key": "again"}
        first = self.eval(self.caller, "print('x')", headers=key)
        self.assertEqual(self.eval(self.caller, "print('x')", headers=key).body, first.body)

    def test_sessions(self):
        self.eval(self.caller, [{"language": "py", "code": "1"}, {"language": "js", "code": "1"}])
        self.expect(200, self.caller, "GET", "/sessions")
        self.expect(200, self.caller, "GET", "/sessions/{id}", at="/sessions/s")
        self.expect(409, self.caller, "POST", "/sessions/{id}/interrupt", at="/sessions/s/interrupt")
        self.eval(self.caller, "import time\ntime.sleep(30)", status=202, detach=True)
        self.wait_running(self.caller, "s")
        self.expect(200, self.caller, "GET", "/sessions/{id}", at="/sessions/s")
        self.expect(202, self.caller, "POST", "/sessions/{id}/interrupt", at="/sessions/s/interrupt")
        self.expect(204, self.caller, "POST", "/sessions/{id}/reset", {"language": "py"}, at="/sessions/s/reset")
        self.expect(204, self.caller, "DELETE", "/sessions/{id}", at="/sessions/s")

    def test_artifacts(self):
        name = self.eval(self.caller, LONG).json()["details"]["meta"]["truncation"]["artifact"]
        path, at = "/artifact/{id}", f"/artifact/{name}"
        whole = self.expect(200, self.caller, "GET", path, at=at)
        self.expect(200, self.caller, "HEAD", path, at=at)
        same = {"If-None-Match": whole.header("ETag")}
        self.expect(304, self.caller, "GET", path, headers=same, at=at)
        self.expect(304, self.caller, "HEAD", path, headers=same, at=at)
        self.expect(206, self.caller, "GET", path, headers={"Range": "bytes=5-9"}, at=at)
        self.expect(416, self.caller, "GET", path, headers={"Range": "bytes=9999999-"}, at=at)
        self.expect(200, self.caller, "GET", "/artifacts")
        self.expect(200, self.caller, "GET", "/artifacts", at="/artifacts?session=s")

    def test_the_page(self):
        page = self.expect(200, self.caller, "GET", "/")
        self.expect(304, self.caller, "GET", "/", headers={"If-None-Match": page.header("ETag")})
        script = re.search(r'src="(/assets/[^"]+)"', page.body.decode()).group(1)
        asset = self.expect(200, self.caller, "GET", "/assets/{name}", at=script)
        self.expect(304, self.caller, "GET", "/assets/{name}", headers={"If-None-Match": asset.header("ETag")}, at=script)

    def test_the_login_of_the_page(self):
        self.expect(200, self.caller, "GET", "/login")
        stranger = Client(self.caller.server, token=None)
        answer = self.expect(204, stranger, "POST", "/login", {"token": self.caller.token})
        cookies = dict(line.split(";")[0].split("=", 1) for line in answer.headers.get_all("Set-Cookie"))
        fields = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        self.expect(200, stranger, "GET", "/login", headers=fields)
        self.expect(403, stranger, "POST", "/logout", headers=fields)
        self.expect(204, stranger, "POST", "/logout", headers={**fields, "X-CSRF-Token": cookies["evald_csrf"]})
        self.expect(401, stranger, "POST", "/logout", headers=fields)

    def test_what_a_model_is_told(self):
        for name in ("json-schema", "openai", "anthropic", "mcp"):
            self.expect(200, self.caller, "GET", "/tool", at=f"/tool?format={name}")
        self.expect(200, self.caller, "GET", "/tool")
        self.expect(400, self.caller, "GET", "/tool", at="/tool?format=xml")

    def test_files(self):
        path, at = "/sessions/{id}/files/{path}", "/sessions/s/files/a/b.txt"
        self.expect(201, self.caller, "PUT", path, b"0123456789", at=at)
        self.expect(204, self.caller, "PUT", path, b"0123456789", at=at)
        self.expect(412, self.caller, "PUT", path, b"x", {"If-None-Match": "*"}, at=at)
        whole = self.expect(200, self.caller, "GET", path, at=at)
        self.assertEqual(whole.body, b"0123456789")
        self.expect(200, self.caller, "HEAD", path, at=at)
        same = {"If-None-Match": whole.header("ETag")}
        self.expect(304, self.caller, "GET", path, headers=same, at=at)
        self.expect(304, self.caller, "HEAD", path, headers=same, at=at)
        self.expect(206, self.caller, "GET", path, headers={"Range": "bytes=5-"}, at=at)
        self.expect(416, self.caller, "GET", path, headers={"Range": "bytes=99-"}, at=at)
        listed = self.expect(200, self.caller, "GET", path, at="/sessions/s/files/a")
        self.assertEqual(list(CONTRACT.faults_of_json(CONTRACT.schema("FolderList"), listed)), [])
        self.expect(200, self.caller, "GET", "/sessions/{id}/files", at="/sessions/s/files")
        self.expect(204, self.caller, "DELETE", path, at="/sessions/s/files/a")

    def test_metrics(self):
        self.expect(200, Client(self.caller.server, token="only-metrics"), "GET", "/metrics")


class Streams(ContractTest):

    CELLS = [{"language": "py", "title": "all kinds", "code": PICTURE + "\n".join([
                "import sys", "print('out')", "print('err', file=sys.stderr)", "display({'a': 1})", "display(Picture())",
                "'a value'"])},
             {"language": "js", "code": "console.log(1)"}, {"language": "py", "code": "1/0"}]

    def check_events(self, events):
        self.assertEqual(CONTRACT.faults_of_events(events), [])

    def test_both_formats_of_eval(self):
        client = self.client(config())
        for accept in ("application/x-ndjson", "text/event-stream"):
            stream = self.stream(client, self.CELLS, "s", accept=accept)
            head = Response(stream.status, stream.headers, b"")
            self.assertEqual(CONTRACT.faults_of_answer("POST", "/eval", head), [])
            self.check_events(list(stream))

    def test_a_repeated_call_as_a_stream(self):
        client = self.client(config())
        body = {"session": "s", "cells": [{"language": "py", "code": "print('x')"}]}
        for _ in range(2):
            headers = {"Accept": "text/event-stream", "Idempotency-Key": "again"}
            with Stream(client, "POST", "/eval", body, headers) as stream:
                events = list(stream)
            self.check_events(events)
            self.assertEqual(events[-1]["type"], "run.finished")

    def test_a_tool_call_and_its_answer(self):
        client = self.client(config())
        tools = [{"name": "t", "description": "d", "parameters": {"type": "object"}, "pausesTimeout": True}]
        stream = self.stream(client, "log('hello')\ntool.t(x=1)", "s", tools=tools)
        call = stream.until("tool.call")
        events = stream.seen
        at = f"/runs/{call['run']}/tool-results"
        self.expect(204, client, "POST", "/runs/{run}/tool-results", {"callId": call["callId"], "ok": True, "value": [1]}, at=at)
        self.check_events(events + list(stream))

    def test_the_events_of_a_session(self):
        client = self.client({**config(), "events": {"ring_events": 12}})
        client.result(self.CELLS, "s")
        client.result("import os\nos._exit(3)", "s")
        watcher = self.watch(client, "s", since=0)
        head = Response(watcher.status, watcher.headers, b"")
        self.assertEqual(CONTRACT.faults_of_answer("GET", "/sessions/{id}/events", head), [])
        watcher.until("kernel", state="dead")
        events = watcher.seen
        watcher.until("run.finished") if events[-1]["type"] != "run.finished" else None
        self.check_events(events)

    def test_messages_of_the_websocket(self):
        client = self.client(config())
        connection = self.websocket(client.server)
        CONTRACT.seen.add(("GET /eval/stream", 101))
        connection.send({"type": "ping"})
        connection.send_text("no json")
        connection.send({"type": "eval", "id": 5, "cells": []})
        connection.run(self.CELLS, "s")
        connection.send({"type": "ping"})
        connection.until("pong")
        faults = [fault for message in connection.seen for fault in CONTRACT.faults_of_message(message)]
        self.assertEqual(faults, [])
