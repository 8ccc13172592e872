"""Start, drain, end, crash; nothing leaks over many kernels."""
import signal
import time

from . import processes
from .http_client import Client
from .system_test import SystemTest
from .waiting import wait_until


class Draining(SystemTest):

    def readiness(self, client):
        return client.get("/readyz").status

    def test_sigterm_lets_what_runs_finish_and_takes_nothing_new(self):
        client = self.client()
        connection = client.connection()
        self.addCleanup(connection.close)
        client.send(connection, "GET", "/version").read()
        code = "import os, time\nwhile not os.path.exists('go'): time.sleep(0.02)\nprint('finished')"
        busy = self.in_background(client.text, code, "s")
        self.wait_running(client, "s")
        client.server.signal(signal.SIGTERM)
        refused = wait_until(lambda: self.refusal(client, connection), "a refusal")
        self.assertEqual(refused[0], 503)
        self.assertIsNotNone(refused[1])
        self.assertEqual(client.request("PUT", "/sessions/s/files/go", b"").status, 201)
        self.assertEqual(busy(), "finished")
        self.assertEqual(client.server.wait(), 0)

    def refusal(self, client, connection):
        """Status and Retry-After of a POST /eval once it is refused; the connection was open before the drain."""
        body = {"session": "t", "cells": [{"language": "js", "code": "1"}]}
        for attempt in (connection, client.connection()):
            try:
                answer = client.send(attempt, "POST", "/eval", body)
                answer.read()
            except (ConnectionError, OSError):
                continue
            return (answer.status, answer.headers.get("Retry-After")) if answer.status != 200 else None
        return None

    def test_readiness_goes_before_liveness(self):
        client = self.client()
        self.assertEqual(self.readiness(client), 200)
        busy = self.in_background(client.result, "import time\ntime.sleep(30)", "s")
        self.wait_running(client, "s")
        client.server.signal(signal.SIGTERM)
        wait_until(lambda: self.readiness(client) == 404, "readiness to say draining")
        self.assertEqual(client.get("/healthz").status, 200)
        client.server.signal(signal.SIGTERM)
        client.server.wait(10)
        busy_ended(busy)

    def test_a_second_sigterm_ends_at_once(self):
        client = self.client()
        busy = self.in_background(client.result, "import time\ntime.sleep(60)", "s")
        self.wait_running(client, "s")
        client.server.signal(signal.SIGTERM)
        wait_until(lambda: self.readiness(client) == 404, "the drain")
        kernels = client.server.kernels()
        start = time.monotonic()
        client.server.signal(signal.SIGTERM)
        client.server.wait(10)
        self.assertLess(time.monotonic() - start, 5)
        busy_ended(busy)
        wait_until(lambda: not any(processes.alive(pid) for pid in kernels), "the end of all kernels")

    def test_with_a_delay_it_serves_on_while_it_is_no_longer_ready(self):
        client = self.client({"server": {"drain_delay": "1h"}})
        client.server.signal(signal.SIGTERM)
        wait_until(lambda: self.readiness(client) == 404, "the leave")
        self.assertEqual(client.text("print('new')", "new"), "new")
        client.server.signal(signal.SIGTERM)
        self.assertIsNotNone(client.server.wait(10))

    def test_a_drain_has_an_end(self):
        client = self.client({"server": {"drain_timeout": "500ms"}})
        busy = self.in_background(client.result, "import time\ntime.sleep(60)", "s")
        self.wait_running(client, "s")
        client.server.signal(signal.SIGTERM)
        client.server.wait(15)
        busy_ended(busy)

    def test_an_idle_server_ends_at_once_and_cleanly(self):
        client = self.client()
        client.result("1", "s")
        client.result("1", "s", "js")
        kernels = client.server.kernels()
        self.assertEqual(len(kernels), 2)
        start = time.monotonic()
        client.server.signal(signal.SIGTERM)
        self.assertEqual(client.server.wait(), 0)
        self.assertLess(time.monotonic() - start, 5)
        wait_until(lambda: not any(processes.alive(pid) for pid in kernels), "the end of all kernels")

    def test_websockets_are_closed_with_1012(self):
        client = self.client()
        connection = self.websocket(client.server)
        connection.run("1", "s")
        client.server.signal(signal.SIGTERM)
        self.assertEqual(connection.close_code(), 1012)
        self.assertEqual(client.server.wait(), 0)

    def test_sigint_drains_too(self):
        server = self.serve()
        server.signal(signal.SIGINT)
        self.assertEqual(server.wait(), 0)


def busy_ended(wait):
    """What was running ended somehow: with an answer or with the connection."""
    try:
        wait(15)
    except (ConnectionError, OSError, AssertionError):
        pass


class Crash(SystemTest):

    def test_kill_9_leaves_no_kernel(self):
        client = self.client()
        client.result("1", "idle")
        client.result("1", "idle", "js")
        stubborn = "import signal\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\nwhile True: pass"
        self.in_background(client.result, stubborn, "busy")
        self.in_background(client.result, "import subprocess\nsubprocess.run(['sleep', '61.25'])", "parent")
        for session in ("busy", "parent"):
            self.wait_running(client, session)
        wait_until(lambda: len(client.server.kernels()) == 4, "four kernels")
        kernels = client.server.kernels()
        client.server.crash()
        wait_until(lambda: not any(processes.alive(pid) for pid in kernels), "the end of all kernels", within=10)

    def test_a_crash_is_followed_by_a_clean_start(self):
        data_server = self.serve()
        client = Client(data_server)
        client.result("open('file', 'w').write('kept')", "s")
        data_server.crash()
        second = self.serve(data=data_server.data)
        self.assertEqual(Client(second).text("print('on')", "s"), "on")


class Leaks(SystemTest):

    def test_a_hundred_kernels_leave_descriptors_and_processes_as_they_were(self):
        client = self.client()

        def batch(first, count):
            for number in range(first, first + count):
                client.result("1", f"s{number}", "js" if number % 2 else "py")
                client.delete(f"/sessions/s{number}")
            wait_until(lambda: not client.server.kernels(), "no kernel")
        batch(0, 6)
        before = self.descriptors_of(client.server)
        batch(6, 100)
        # Spare kernels come and go behind the answers.
        wait_until(lambda: self.descriptors_of(client.server) <= before + 2, "the descriptors to be closed")
        wait_until(lambda: not processes.zombies(client.server.pid), "no zombie")

    def test_a_kernel_inherits_no_socket_and_no_file_of_the_server(self):
        client = self.client()
        connections = [client.connection() for _ in range(3)]
        for connection in connections:
            client.send(connection, "GET", "/version").read()
            self.addCleanup(connection.close)
        code = ("import os\nfor n in sorted(os.listdir('/proc/self/fd'), key=int):\n"
                "    try: print(n, os.readlink('/proc/self/fd/' + n))\n    except OSError: pass")
        text = client.text(code, "s")
        self.assertNotIn("socket:", text)
        self.assertNotIn(client.server.data + "/artifact", text)
        self.assertNotIn("eventpoll", text.split("\n", 5)[0])

    def test_connections_that_come_and_go_leave_nothing(self):
        client = self.client()
        for _ in range(5):
            client.get("/version")
        before = self.descriptors_of(client.server)
        for _ in range(200):
            client.get("/version")
        for _ in range(20):
            connection = self.websocket(client.server)
            connection.send({"type": "ping"})
            connection.until("pong")
            connection.abandon()
        wait_until(lambda: self.descriptors_of(client.server) <= before + 1, "the descriptors to be closed")

    def test_idle_kernels_are_evicted(self):
        client = self.client({"kernel": {"sweep": "100ms"}, "kernels": {"python": {"idle": "1s"}}})
        client.result("x = 1", "s")
        watcher = self.watch(client, "s", since=0)
        self.assertEqual(watcher.until("kernel", state="evicted")["language"], "python")
        wait_until(lambda: not client.server.kernels(), "no kernel")
        after = client.result("print('x' in globals())", "s")
        self.assertEqual(after["content"][0]["text"], "False")
        self.assertIn("notice", after["details"])

    def test_sessions_end_after_their_time(self):
        client = self.client({"kernel": {"sweep": "100ms"}, "session": {"ttl": "1s"}})
        client.result("1", "s")
        wait_until(lambda: client.get("/sessions").json()["sessions"] == [], "the end of the session")
        wait_until(lambda: not client.server.kernels(), "no kernel")
