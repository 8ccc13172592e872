"""Limits of the interface: each abuse gets a clear 4xx, is counted, and costs a bounded amount of memory."""
import re
import socket
import time

from tests.system.http_client import Client
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

from .test_gate import token


class Abuse(SystemTest):

    def setUp(self):
        self.server = self.serve({
            "server": {"host": "127.0.0.1", "port": 0, "header_timeout": "1s", "body_timeout": "1s",
                       "max_connections": 400},
            "limits": {"body": "256KiB", "header": "8KiB", "url": "1KiB", "json_depth": 32, "code": "64KiB"},
            "sandbox": {"mode": "none"}})
        self.client = Client(self.server)
        self.client.get("/sessions")
        self.memory = self.memory_of(self.server)

    def tearDown(self):
        self.memory.assert_grown_less_than(60)
        self.assert_works(self.client)

    def raw(self, data=b"", timeout=15):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout)
        self.addCleanup(connection.close)
        connection.sendall(data)
        return connection

    def status_of(self, data, **options):
        connection = self.raw(data, **options)
        return int(connection.recv(64).split(b" ")[1])

    def head(self, method="GET", path="/sessions", *fields):
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.server.authority}",
                 f"Authorization: Bearer {self.server.token}", *fields]
        return "\r\n".join(lines).encode() + b"\r\n\r\n"

    def metric(self, name):
        text = self.client.get("/metrics").body.decode()
        found = re.search(re.escape(name) + r" (\S+)", text)
        return float(found.group(1)) if found else 0.0

    def test_a_long_target(self):
        self.assertEqual(self.status_of(self.head(path="/" + "x" * 2000)), 414)
        self.assertGreaterEqual(self.metric('evald_http_unreadable_requests_total{status="414"}'), 1)

    def test_a_large_head(self):
        self.assertEqual(self.status_of(self.head("GET", "/sessions", "X-Long: " + "x" * 20000)), 431)
        self.assertEqual(self.status_of(self.head("GET", "/sessions", *[f"X-{n}: 1" for n in range(3000)])), 431)
        self.assertGreaterEqual(self.metric('evald_http_unreadable_requests_total{status="431"}'), 2)

    def test_a_large_body(self):
        fields = ("Content-Type: application/json", f"Content-Length: {1 << 30}")
        self.assertEqual(self.status_of(self.head("POST", "/eval", *fields)), 413)
        chunked = ("Content-Type: application/json", "Transfer-Encoding: chunked")
        connection = self.raw(self.head("POST", "/eval", *chunked))
        try:
            for _ in range(200):
                connection.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")
        except OSError:
            pass
        self.assertIn(b" 413 ", connection.recv(64))

    def test_deep_and_wide_json(self):
        for text in ("[" * 100000, '{"a":' * 50000, '{"session": ' + "[" * 200 + "]" * 200 + "}"):
            answer = self.client.post("/eval", text.encode(), {"Content-Type": "application/json"})
            self.assertIn(answer.status, (400, 413))
        wide = {"session": "s", "cells": [{"language": "py", "code": "1"}] * 5000}
        self.assertIn(self.client.post("/eval", wide).status, (400, 413))

    def test_slow_heads_and_bodies(self):
        began = time.monotonic()
        slow = [self.raw(b"GET / HTTP/1.1\r\nHost: x\r\n") for _ in range(150)]
        bodies = [self.raw(self.head("POST", "/eval", "Content-Type: application/json", "Content-Length: 1000") + b"{")
                  for _ in range(50)]
        self.assertEqual(self.client.get("/sessions").status, 200)
        for connection in slow + bodies:
            self.assertIn(b" 408 ", connection.recv(64))
        self.assertLess(time.monotonic() - began, 20)
        self.assertGreaterEqual(self.metric('evald_http_unreadable_requests_total{status="408"}'), 150)

    def test_many_connections(self):
        opened = []
        for _ in range(600):
            try:
                opened.append(self.raw())
            except OSError:
                break
        statuses = []
        for connection in opened[400:]:
            try:
                connection.settimeout(2)
                statuses.append(connection.recv(64)[9:12])
            except OSError:
                pass
        self.assertIn(b"503", statuses)
        for connection in opened:
            connection.close()
        wait_until(lambda: self.metric('evald_http_connections_total{outcome="turned_away"}') > 0, "the count")

    def test_pipelined_requests_are_not_hoarded(self):
        connection = self.raw()
        connection.settimeout(1)
        sent = 0
        try:
            for _ in range(20000):
                connection.sendall(self.head())
                sent += 1
        except OSError:
            pass
        self.assertGreater(sent, 0)

    def test_large_websocket_messages(self):
        connection = self.websocket(self.server)
        connection.send_text("x" * (300 << 10))
        self.assertEqual(connection.close_code(), 1009)

    def test_a_reader_that_does_not_read(self):
        connection = self.raw(self.head("GET", "/sessions/flood/events?since=0"))
        self.client.result("for i in range(400): print('x' * 20000)", "flood")
        self.assertEqual(self.client.get("/sessions").status, 200)
        connection.close()


class Shares(SystemTest):

    def test_connections_of_one_address(self):
        server = self.serve({"server": {"max_connections_per_peer": 5, "host": "127.0.0.1", "port": 0},
                             "sandbox": {"mode": "none"}})
        client = Client(server)
        held = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(5)]

        def is_refused():
            with socket.create_connection(("127.0.0.1", server.port), 10) as one:
                one.settimeout(5)
                try:
                    answer = one.recv(2048)
                except OSError:
                    return False
                return b" 429 " in answer and b"Retry-After" in answer
        wait_until(is_refused, "429")
        for connection in held:
            connection.close()
        wait_until(lambda: client.get("/healthz").status == 200, "room")
        self.assertRegex(client.get("/metrics").body.decode(),
                         r'evald_http_connections_total\{outcome="too_many_of_peer"\} [1-9]')

    def test_sessions_of_one_principal(self):
        tokens = [token(name, ["eval"], f"of-{name}") for name in ("greedy", "modest")]
        server = self.serve({"auth": {"tokens": tokens}, "limits": {"sessions_per_principal": 3},
                             "sandbox": {"mode": "none"}}, token=None)
        greedy, modest = (Client(server, token=f"of-{name}") for name in ("greedy", "modest"))
        for number in range(3):
            self.assertEqual(greedy.request("PUT", f"/sessions/s{number}/files/x", b"x").status, 201)
        self.assertEqual(greedy.request("PUT", "/sessions/s3/files/x", b"x").status, 429)
        self.assertEqual(greedy.get("/sessions/s3/events").status, 429)
        refused = greedy.eval("1", "s3", language="js")
        self.assertEqual((refused.status, bool(refused.header("Retry-After"))), (429, True))
        self.assertEqual(greedy.eval("1", "s2", language="js").status, 200)
        self.assertEqual(modest.eval("1", "s3", language="js").status, 200)
        self.assertEqual(greedy.delete("/sessions/s0").status, 204)
        self.assertEqual(greedy.eval("1", "s3", language="js").status, 200)

    def test_runs_of_one_principal(self):
        client = self.client({"limits": {"requests_per_minute": 3}, "sandbox": {"mode": "none"}})
        statuses = [client.eval("1", "s").status for _ in range(5)]
        self.assertEqual(statuses[:3], [200, 200, 200])
        self.assertEqual(statuses[4], 429)
        self.assertTrue(client.eval("1", "s").header("Retry-After"))
        self.assertRegex(client.get("/metrics").body.decode(), r"evald_rate_limited_runs_total [1-9]")

