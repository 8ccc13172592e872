"""The log: a line for each thing that happened, by which it is found again, and nothing that is not an operator's."""
import json
import re
import signal

from .http_client import Client
from .stub_server import Reply, StubServer
from .system_test import SystemTest
from .waiting import wait_until

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = f"00-{TRACE}-b7ad6b7169203331-01"
JSON_LOG = {"log": {"format": "json"}}
DEBUG_LOG = {"log": {"format": "json", "level": "debug"}}


class Log(SystemTest):

    def lines(self, server, event=None):
        """The lines, or those of one kind of event; each has to be an object."""
        lines = [json.loads(line) for line in server.log().splitlines() if not line.startswith("http")]
        return [line for line in lines if event is None or line.get("event") == event]

    def wait_line(self, server, event, **wanted):
        """The first line that says all that is wanted."""
        def found():
            return next((line for line in self.lines(server, event) if wanted.items() <= line.items()), None)
        return wait_until(found, f"a line {event} with {wanted}")


class Runs(Log):

    def test_a_run_is_one_line_that_says_whose_it_was_and_how_it_ended(self):
        client = self.client(JSON_LOG)
        answer = client.eval("1 + 1", "s", headers={"X-Request-Id": "call-1"})
        line = self.wait_line(client.server, "run", run=answer.json()["run"])
        wanted = {"level": "info", "requestId": "call-1", "principal": "default", "session": "s", "outcome": "ok", "cells": 1}
        self.assertLessEqual(wanted.items(), line.items())
        self.assertGreaterEqual(line["durationMs"], line["queuedMs"])
        self.assertNotIn("traceId", line)
        client.result("1 / 0", "s")
        self.wait_line(client.server, "run", outcome="error")
        self.assertEqual(len(self.lines(client.server, "run")), 2)

    def test_a_run_that_was_cancelled_says_by_whom(self):
        client = self.client(JSON_LOG)
        cells = [{"language": "py", "code": "import time; time.sleep(60)"}]
        run = client.post("/eval", {"session": "s", "cells": cells, "detach": True}).json()["run"]
        self.wait_running(client, "s")
        client.post(f"/runs/{run}/cancel")
        self.wait_line(client.server, "run", run=run, outcome="cancelled", cancelled="cancelled by request")

    def test_a_run_over_a_websocket_goes_by_its_connection(self):
        server = self.serve(JSON_LOG)
        connection = self.websocket(server, headers=[f"traceparent: {PARENT}", "X-Request-Id: socket-1"])
        connection.send({"type": "eval", "id": 1, "session": "s", "cells": [{"language": "py", "code": "1"}]})
        connection.until("run.finished")
        self.wait_line(server, "run", requestId="socket-1", session="s", traceId=TRACE)

    def test_a_kernel_that_dies_is_a_warning_with_its_reason(self):
        client = self.client(JSON_LOG)
        client.result("import os; os.kill(os.getpid(), 9)", "s")
        line = self.wait_line(client.server, "kernel", session="s", reason="died_in_cell")
        self.assertEqual((line["level"], line["language"]), ("warning", "python"))
        self.assertIn("SIGKILL", line["detail"])

    def test_lines_of_text_have_the_same_fields(self):
        client = self.client()
        client.eval("1", "s", headers={"X-Request-Id": "call-1"})
        pattern = (r"\n\S+ \S+ info: run requestId=call-1 principal=default session=s run=\S+ outcome=ok cells=1 "
                   r"queuedMs=\d+\.\d{3} durationMs=\d+\.\d{3}\n")
        wait_until(lambda: re.search(pattern, client.server.log()), "the run's line")


class Requests(Log):

    def test_debug_has_a_line_for_each_request_and_info_for_those_that_were_refused(self):
        client = self.client(JSON_LOG)
        client.get("/sessions")
        Client(client.server, token="wrong").get("/sessions/s", X_Request_Id="refused")
        line = self.wait_line(client.server, "request", requestId="refused")
        self.assertEqual((line["method"], line["status"], line["client"]), ("GET", 401, "127.0.0.1"))
        self.assertNotIn("principal", line)
        self.assertEqual(len(self.lines(client.server, "request")), 1)
        debugging = self.client(DEBUG_LOG)
        debugging.get("/sessions/s", X_Request_Id="reading")
        self.wait_line(debugging.server, "request", requestId="reading", session="s", status=404)
        debugging.get("/sessions", X_Request_Id="listing", traceparent=PARENT)
        line = self.wait_line(debugging.server, "request", requestId="listing")
        self.assertEqual((line["method"], line["route"], line["status"], line["principal"], line["traceId"]),
                         ("GET", "/sessions", 200, "default", TRACE))

    def test_no_code_no_output_and_no_secret_is_in_it(self):
        tools = {"t": {"url": "http://127.0.0.1:1/?key=q-secret", "headers": {"Authorization": "h-secret"}}}
        client = self.client({**DEBUG_LOG, "tools": tools})
        client.result("print('a-secret' + '-printed')\ntry: tool.t(x='a-secret-argument')\nexcept Exception: pass\n"
                      "1 / 0  # a-secret-comment", "s", env={"K": "a-secret-value"})
        client.result("import os; os.write(2, b'a-secret-death'); os._exit(3)", "s")
        client.get("/sessions?token=a-secret-query")
        Client(client.server, token="a-secret-token").get("/sessions")
        client.post("/login", {"token": "a-secret-login"})
        self.wait_line(client.server, "kernel", reason="died_in_cell")
        self.wait_line(client.server, "request", route="/login")
        for secret in ("a-secret", "q-secret", "h-secret", client.token):
            self.assertNotIn(secret, client.server.log())


class Level(Log):

    def set_level(self, server, level):
        with open(server.config_path, encoding="utf-8") as file:
            config = json.load(file)
        config["log"]["level"] = level
        with open(server.config_path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        server.signal(signal.SIGHUP)

    def test_sighup_takes_up_the_level_of_the_configuration(self):
        client = self.client(JSON_LOG)
        self.set_level(client.server, "debug")

        def is_detailed():
            client.get("/version")
            return self.lines(client.server, "request")
        wait_until(is_detailed, "lines of requests")
        self.set_level(client.server, "error")

        def is_quiet():
            run = client.result("1", "s")["run"]
            return not any(line.get("run") == run for line in self.lines(client.server))
        wait_until(is_quiet, "no lines of runs")


class Trace(Log):

    def test_a_configured_tool_is_called_within_its_callers_trace(self):
        stub = StubServer(lambda asked: Reply(1))
        self.addCleanup(stub.close)
        client = self.client({**JSON_LOG, "tools": {"t": {"url": stub.url("/")}}})
        client.eval("tool.t()", "s", headers={"traceparent": PARENT, "tracestate": "vendor=1"})
        asked = stub.asked[0].headers
        self.assertEqual((asked["traceparent"], asked["tracestate"]), (PARENT, "vendor=1"))
        self.wait_line(client.server, "run", traceId=TRACE)
        client.eval("tool.t()", "s", headers={"traceparent": "nonsense", "tracestate": "vendor=1"})
        client.eval("tool.t()", "s")
        for asked in stub.asked[1:]:
            self.assertIsNone(asked.headers.get("traceparent"))
            self.assertIsNone(asked.headers.get("tracestate"))
