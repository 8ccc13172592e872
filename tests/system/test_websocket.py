"""The WebSocket: many runs over one connection, watching, cancel, bad messages, closing."""
import base64

import websocket

from .system_test import SystemTest
from .waiting import wait_until
from .ws_client import WebSocketClient


class Runs(SystemTest):

    def test_many_runs_over_one_connection(self):
        client = self.client()
        connection = self.websocket(client.server)
        for number in range(50):
            self.assertEqual(connection.run(f"x = {number}\nx", "s")["content"][0]["text"], str(number))

    def test_runs_of_several_sessions_interleave(self):
        client = self.client()
        connection = self.websocket(client.server)
        slow = connection.start("import time\ntime.sleep(1)\nprint('slow')", "one")
        fast = connection.start("print('fast')", "two")
        self.assertEqual(connection.until("run.finished")["run"], fast)
        self.assertEqual(connection.until("run.finished")["run"], slow)

    def test_runs_of_one_session_queue_in_order(self):
        client = self.client()
        connection = self.websocket(client.server)
        runs = [connection.start(f"print({number})", "s") for number in range(5)]
        ended = [message["run"] for message in connection.seen if message["type"] == "run.finished"]
        while len(ended) < 5:
            ended.append(connection.until("run.finished")["run"])
        self.assertEqual(ended, runs)

    def test_the_connection_has_a_default_session(self):
        client = self.client()
        connection = self.websocket(client.server, session="mine")
        self.assertEqual(connection.run("x = 1")["session"], "mine")
        by_header = self.websocket(client.server, headers=["X-Session-Id: mine"])
        self.assertEqual(by_header.run("print(x)")["content"][0]["text"], "1")

    def test_the_id_of_a_message_comes_back_whatever_it_is(self):
        client = self.client()
        connection = self.websocket(client.server)
        for name in ("text", 7, {"any": ["thing"]}, None):
            connection.send({"type": "eval", "id": name, "session": "s", "cells": [{"language": "py", "code": "1"}]})
            self.assertEqual(connection.until("accepted")["id"], name)
            connection.until("run.finished")

    def test_cancel_and_interrupt(self):
        client = self.client()
        connection = self.websocket(client.server)
        connection.run("kept = 1", "s")
        run = connection.start("print('on')\nwhile True: pass", "s")
        connection.until_text("on", run=run)
        connection.send({"type": "cancel", "run": run})
        self.assertTrue(connection.until("run.finished", run=run)["result"]["isError"])
        run = connection.start("print('on')\nwhile True: pass", "s")
        connection.until_text("on", run=run)
        connection.send({"type": "interrupt", "session": "s"})
        self.assertTrue(connection.until("run.finished", run=run)["result"]["isError"])
        self.assertEqual(connection.run("kept", "s")["content"][0]["text"], "1")

    def test_closing_cancels_what_it_started_and_nothing_detached(self):
        client = self.client()
        connection = self.websocket(client.server)
        run = connection.start("print('on')\nimport time\ntime.sleep(60)", "gone")
        kept = connection.start("import time\ntime.sleep(0.5)", "kept", detach=True)
        connection.abandon()
        state = wait_until(lambda: self.ended(client, run), "the cancel of the run", within=5)
        self.assertTrue(state["result"]["isError"])
        state = wait_until(lambda: self.ended(client, kept), "the end of the detached run")
        self.assertFalse(state["result"]["isError"])

    def ended(self, client, run):
        state = client.get(f"/runs/{run}").json()
        return state if state["state"] == "finished" else None


class Watching(SystemTest):

    def test_a_watcher_sees_other_callers_runs_until_it_unwatches(self):
        client = self.client()
        watcher = self.websocket(client.server)
        watcher.send({"type": "watch", "session": "s", "since": 0})
        wait_until(lambda: client.get("/sessions/s").status == 200, "the session")
        run = client.result("print('seen')", "s")["run"]
        self.assertEqual(watcher.until("output", run=run)["text"], "seen\n")
        watcher.until("run.finished", run=run)
        watcher.send({"type": "unwatch", "session": "s"})
        watcher.send({"type": "ping"})
        watcher.until("pong")
        client.result("print('unseen')", "s")
        watcher.send({"type": "ping"})
        watcher.until("pong")
        self.assertNotIn("unseen\n", [message.get("text") for message in watcher.seen])

    def test_replay_over_a_new_connection_has_no_hole(self):
        client = self.client()
        first = self.websocket(client.server)
        first.start("import time\nfor i in range(40):\n    print('n', i, flush=True); time.sleep(0.01)", "s", detach=True)
        first.until_text("n 10\n")
        last = first.seen[-1]["seq"]
        first.abandon()
        second = self.websocket(client.server)
        second.send({"type": "watch", "session": "s", "since": last})
        second.until("run.finished")
        numbers = [message["seq"] for message in second.seen if "seq" in message]
        self.assertEqual(numbers, list(range(last + 1, last + 1 + len(numbers))))


class Refusals(SystemTest):

    def test_a_bad_message_is_answered_and_the_connection_stays(self):
        client = self.client()
        connection = self.websocket(client.server)
        bad = ["no json", "[1]", "{}", '{"type":"unknown"}', '{"type":"cancel","run":"no-such-run"}',
               '{"type":"ping","type":"ping"}', '{"type":"watch","session":5}', "[" * 100000]
        for text in bad:
            with self.subTest(text=text[:40]):
                connection.send_text(text)
                problem = connection.until("error")["problem"]
                self.assertGreaterEqual(problem["status"], 400)
        connection.send({"type": "eval", "id": "e", "cells": []})
        refusal = connection.until("error")
        self.assertEqual(refusal["id"], "e")
        self.assertEqual(refusal["problem"]["errors"][0]["pointer"], "/cells")
        self.assertEqual(connection.run("1", "s")["content"][0]["text"], "1")

    def test_binary_closes_with_1003(self):
        connection = self.websocket(self.serve())
        connection.send_binary(b"\x00")
        self.assertEqual(connection.close_code(), 1003)

    def test_a_message_over_the_limit_closes_with_1009(self):
        connection = self.websocket(self.serve({"limits": {"body": "64KiB", "code": "32KiB"}}))
        connection.send_text('{"type":"ping"' + " " * 70000 + "}")
        self.assertEqual(connection.close_code(), 1009)

    def test_a_close_is_answered(self):
        connection = self.websocket(self.serve())
        connection.socket.send_close(1000)
        self.assertEqual(connection.close_code(), 1000)

    def test_the_upgrade_needs_a_token(self):
        server = self.serve()
        for token in (None, "wrong"):
            with self.assertRaises(websocket.WebSocketBadStatusException) as raised:
                WebSocketClient(server, token=token)
            self.assertEqual(raised.exception.status_code, 401)

    def test_a_browser_passes_its_token_as_a_subprotocol(self):
        server = self.serve()
        encoded = base64.urlsafe_b64encode(server.token.encode()).decode().rstrip("=")
        connection = self.websocket(server, token=None, subprotocols=("evald.v1", f"bearer.{encoded}"))
        self.assertEqual(connection.subprotocol, "evald.v1")
        self.assertEqual(connection.run("1", "s")["content"][0]["text"], "1")

    def test_a_foreign_origin_is_refused(self):
        server = self.serve()
        with self.assertRaises(websocket.WebSocketBadStatusException) as raised:
            WebSocketClient(server, headers=["Origin: https://evil.example"])
        self.assertEqual(raised.exception.status_code, 403)

    def test_without_an_upgrade_the_route_refuses(self):
        answer = self.client().get("/eval/stream")
        self.assertIn(answer.status, (400, 426))
        self.assert_problem(answer, answer.status)


class SlowWatchers(SystemTest):

    def test_one_that_reads_nothing_gets_a_gap_and_the_result_and_slows_nobody(self):
        client = self.client({"events": {"watcher_bytes": "64KiB"}})
        slow = self.websocket(client.server)
        slow.send({"type": "watch", "session": "s", "since": 0})
        wait_until(lambda: client.get("/sessions/s").status == 200, "the session")
        run = client.result("for i in range(400000): print('x' * 79)", "s")["run"]
        slow.until("run.finished", run=run)
        kinds = [message["type"] for message in slow.seen]
        self.assertIn("gap", kinds)
        missing = sum(m["to"] - m["from"] + 1 for m in slow.seen if m["type"] == "gap")
        numbers = [message["seq"] for message in slow.seen if "seq" in message]
        self.assertEqual(len(numbers) + missing, numbers[-1])

    def test_a_silent_peer_is_dropped(self):
        server = self.serve({"websocket": {"ping": "100ms", "idle_timeout": "400ms"}})
        connection = self.websocket(server)
        connection.socket.sock.settimeout(10)
        total = 0
        while True:  # reads pings at the level of the socket, never answers one
            data = connection.socket.sock.recv(4096)
            total += len(data)
            if not data:
                break
        self.assertGreater(total, 0)
