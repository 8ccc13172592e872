"""Errors that can be provoked, route by route."""
import signal

from openapi_case import CONTRACT, ContractTest, config, filled, implemented
from tests.system.http_client import RawConnection
from tests.system.waiting import wait_until


class Refusals(ContractTest):

    def setUp(self):
        self.caller = self.client(config())

    def test_what_is_not_there(self):
        for method, path in (("GET", "/runs/{run}"), ("POST", "/runs/{run}/cancel"), ("GET", "/sessions/{id}"),
                             ("DELETE", "/sessions/{id}"), ("POST", "/sessions/{id}/interrupt"),
                             ("GET", "/artifact/{id}"), ("HEAD", "/artifact/{id}"), ("GET", "/assets/{name}"),
                             ("GET", "/sessions/{id}/files"), ("GET", "/sessions/{id}/files/{path}"),
                             ("HEAD", "/sessions/{id}/files/{path}"), ("DELETE", "/sessions/{id}/files/{path}")):
            self.expect(404, self.caller, method, path, at=filled(path))
        for path, body in (("/sessions/{id}/reset", {"language": "py"}),
                           ("/runs/{run}/tool-results", {"callId": "c", "ok": True})):
            self.expect(404, self.caller, "POST", path, body, at=filled(path))
        self.eval(self.caller, "1", "unknown", status=404, create=False)

    def test_names_that_no_session_can_have(self):
        for method, path in (("GET", "/sessions/{id}"), ("DELETE", "/sessions/{id}"),
                             ("POST", "/sessions/{id}/interrupt"), ("GET", "/sessions/{id}/events"),
                             ("GET", "/sessions/{id}/files"), ("GET", "/sessions/{id}/files/{path}"),
                             ("HEAD", "/sessions/{id}/files/{path}"), ("PUT", "/sessions/{id}/files/{path}"),
                             ("DELETE", "/sessions/{id}/files/{path}")):
            self.expect(400, self.caller, method, path, at=path.replace("{id}", "a%20b"))
        self.expect(400, self.caller, "GET", "/artifacts", at="/artifacts?session=a%20b")

    def test_bad_bodies(self):
        cells = [{"language": "py", "code": "1"}]
        for body in (b"no json", b"[]", b"{}", {"cells": []}, {"cells": [1]}, {"cells": cells, "more": 1},
                     {"cells": [{"language": "ruby", "code": 5, "timeout": 0, "reset": "no", "x": 1}]},
                     {"cells": cells, "session": "a/b"}, {"cells": cells, "env": {"K": 1}}, {"cells": cells, "cwd": 5},
                     {"cells": cells, "tools": [{"name": "t"}]}, b'{"cells":[],"cells":[]}', b"[" * 5000):
            with self.subTest(body=str(body)[:60]):
                self.expect(400, self.caller, "POST", "/eval", body, {"Content-Type": "application/json"})
        self.eval(self.caller, "1", "one", status=400, headers={"X-Session-Id": "two"})
        self.eval(self.caller, "1", "s")
        for body in (b"no json", {}, {"language": "ruby"}, {"language": "py", "more": 1}):
            with self.subTest(body=body):
                self.expect(400, self.caller, "POST", "/sessions/{id}/reset", body,
                            {"Content-Type": "application/json"}, at="/sessions/s/reset")
        self.expect(400, self.caller, "GET", "/sessions/{id}/events", at="/sessions/s/events?since=x")

    def test_files_that_cannot_be_written(self):
        path, at = "/sessions/{id}/files/{path}", "/sessions/s/files/a"
        self.expect(201, self.caller, "PUT", path, b"x", at=at)
        self.expect(409, self.caller, "PUT", path, b"x", at="/sessions/s/files/a/b")
        self.expect(400, self.caller, "PUT", path, b"x", at="/sessions/s/files/a%2F..%2Fb")
        self.expect(400, self.caller, "PUT", path, b"x", {"Content-Range": "bytes 0-0/5"}, at=at)
        self.expect(415, self.caller, "PUT", path, b"x", {"Content-Encoding": "gzip"}, at=at)

    def test_all_faults_are_told_at_once(self):
        answer = self.eval(self.caller, [{"language": "ruby", "code": "1", "timeout": 0},
                                         {"language": "py", "code": 5, "reset": "no"}], status=400)
        pointers = {fault["pointer"] for fault in answer.json()["errors"]}
        self.assertEqual(pointers, {"/cells/0/language", "/cells/0/timeout", "/cells/1/code", "/cells/1/reset"})

    def test_logins_that_are_refused(self):
        for body in (b"no json", b"[]", {}, {"token": 5}, {"token": "x", "more": 1}):
            with self.subTest(body=str(body)):
                self.expect(400, self.caller, "POST", "/login", body, {"Content-Type": "application/json"})
        self.expect(401, self.caller, "POST", "/login", {"token": "wrong"})

    def test_tool_results_that_nobody_asked_for(self):
        path, at = "/runs/{run}/tool-results", f"/runs/{self.eval(self.caller, '1').json()['run']}/tool-results"
        self.expect(409, self.caller, "POST", path, {"callId": "c", "ok": False, "error": "none"}, at=at)
        for body in ({}, {"callId": 5, "ok": True}, {"callId": "c", "ok": False}, {"callId": "c", "ok": 1}):
            self.expect(400, self.caller, "POST", path, body, at=at)

    def test_an_answer_that_nobody_can_give(self):
        cells = {"cells": [{"language": "py", "code": "1"}]}
        self.expect(406, self.caller, "POST", "/eval", cells, {"Accept": "image/png"})

    def test_content_types_and_sizes(self):
        for path in ("/eval", "/sessions/{id}/reset", "/runs/{run}/tool-results", "/login"):
            at = filled(path)
            self.expect(415, self.caller, "POST", path, b"{}", {"Content-Type": "text/plain"}, at=at)
            large = b'{"x":"' + b"y" * 70000 + b'"}'
            self.expect(413, self.caller, "POST", path, large, {"Content-Type": "application/json"}, at=at)

    def test_a_full_queue(self):
        self.eval(self.caller, "import time\ntime.sleep(30)", status=202, detach=True)
        self.wait_running(self.caller, "s")
        self.eval(self.caller, "1", status=202, detach=True)
        self.eval(self.caller, "1", status=429)

    def test_a_key_used_with_another_body(self):
        self.eval(self.caller, "1", headers={"Idempotency-Key": "k"})
        self.eval(self.caller, "2", headers={"Idempotency-Key": "k"}, status=422)

    def test_the_websocket_route_without_an_upgrade(self):
        answer = self.ask(self.caller, "GET", "/eval/stream")
        self.assertIn(answer.status, (400, 426))
        bad = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "8", "Sec-WebSocket-Key": "x"}
        self.assertIn(self.ask(self.caller, "GET", "/eval/stream", headers=bad).status, (400, 426))
        handshake = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                     "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        self.expect(400, self.caller, "GET", "/eval/stream", headers=handshake, at="/eval/stream?session=a%20b")

    def test_unknown_paths(self):
        for path in ("/no-such-route", "/eval/", "/sessions/s/nothing", "/artifact/", "/runs", "//eval", "/%2e%2e/etc"):
            with self.subTest(path=path):
                answer = self.caller.get(path)
                self.assertEqual(answer.status, 404, answer)
                self.assertEqual(list(CONTRACT.faults_of_json(CONTRACT.schema("Problem"), answer)), [])

    def test_methods_that_a_path_does_not_know(self):
        for path in CONTRACT.document.data["paths"]:
            known = {operation.method for operation in implemented() if operation.path == path}
            if not known:
                continue
            for method in {"GET", "PUT", "POST", "DELETE", "PATCH"} - known:
                with self.subTest(path=path, method=method):
                    answer = self.caller.request(method, filled(path))
                    self.assertEqual(answer.status, 405, answer)
                    self.assertLessEqual(known, {name.strip() for name in answer.header("Allow").split(",")})
                    self.assertEqual(list(CONTRACT.faults_of_json(CONTRACT.schema("Problem"), answer)), [])


class Elsewhere(ContractTest):
    """Answers that need a server in a certain state."""

    def test_a_full_workspace(self):
        client = self.client(config(workspace={"max_bytes": "1MiB"}))
        large = b"x" * 1_100_000
        self.expect(413, client, "PUT", "/sessions/{id}/files/{path}", large, at="/sessions/s/files/large")

    def test_a_disabled_language(self):
        client = self.client(config(kernels={"javascript": {"enabled": False}}))
        self.eval(client, [{"language": "js", "code": "1"}], status=422)

    def test_no_kernel_slot(self):
        client = self.client(config(kernels={"python": {"max": 1}}, limits={"kernel_wait": "100ms"}))
        self.eval(client, "import time\ntime.sleep(30)", "holder", status=202, detach=True)
        wait_until(lambda: self.kernel_pid(client, "holder"), "the kernel")
        self.eval(client, "1", "waiter", status=503)

    def test_draining(self):
        client = self.client(config())
        self.eval(client, "import time\ntime.sleep(30)", status=202, detach=True)
        self.wait_running(client, "s")
        client.server.signal(signal.SIGTERM)
        wait_until(lambda: client.get("/readyz").status == 404, "the drain")
        self.expect(404, client, "GET", "/readyz")
        self.expect(200, client, "GET", "/healthz")
        self.eval(client, "1", "other", status=503)
        self.expect(503, client, "PUT", "/sessions/{id}/files/{path}", b"x", at="/sessions/other/files/x")
        self.expect(404, client, "GET", "/sessions/{id}/events", at="/sessions/new/events")
        client.server.signal(signal.SIGTERM)
        client.server.wait()

    def test_what_is_refused_before_a_route(self):
        server = self.serve(config())
        lines, bearer = f"Host: {server.authority}\r\n", f"Authorization: Bearer {server.token}\r\n"
        for text, statuses in ((f"GET /version HTTP/1.1\r\n{lines}X: {'a' * 40000}\r\n\r\n", (431,)),
                               (f"GET /version?{'a' * 12000} HTTP/1.1\r\n{lines}\r\n", (414,)),
                               (f"GET /version HTTP/9.9\r\n{lines}\r\n", (505,)),
                               (f"BREW /version HTTP/1.1\r\n{lines}{bearer}\r\n", (405, 501)),
                               ("GET /version HTTP/1.1\r\n\r\n", (400,)), ("nonsense\r\n\r\n", (400,))):
            with self.subTest(text=text[:40]), RawConnection(server) as connection:
                connection.send(text)
                answer = connection.read_response()
                self.assertIn(answer.status, statuses)
                self.assertEqual(CONTRACT.faults_of_answer("GET", "/version", answer), [])
