"""Connections: kept alive, pipelined, slow, broken, too many."""
import json
import time

from .http_client import RawConnection
from .system_test import SystemTest
from .waiting import wait_until


def get(server, path="/version", extra=""):
    return f"GET {path} HTTP/1.1\r\nHost: {server.authority}\r\n{extra}\r\n"


def post_eval(client, code, session):
    body = json.dumps({"session": session, "cells": [{"language": "py", "code": code}]})
    return (f"POST /eval HTTP/1.1\r\nHost: {client.server.authority}\r\nAuthorization: Bearer {client.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}")


class KeptAlive(SystemTest):

    def test_a_connection_serves_many_requests(self):
        client = self.client()
        connection = client.connection()
        self.addCleanup(connection.close)
        for number in range(20):
            answer = client.send(connection, "POST", "/eval", {"session": "s", "cells": [
                {"language": "py", "code": f"print({number})"}]})
            self.assertEqual(json.loads(answer.read())["content"][0]["text"], str(number))

    def test_an_error_keeps_the_connection(self):
        client = self.client()
        connection = client.connection()
        self.addCleanup(connection.close)
        for path, status in (("/no-such-route", 404), ("/version", 200), ("/eval", 405), ("/sessions", 200)):
            answer = client.send(connection, "GET", path)
            answer.read()
            self.assertEqual(answer.status, status)
        socket_before = connection.sock
        client.send(connection, "GET", "/version").read()
        self.assertIs(connection.sock, socket_before)

    def test_pipelined_requests_are_answered_in_order(self):
        client = self.client()
        with RawConnection(client.server) as connection:
            connection.send("".join([post_eval(client, "import time\ntime.sleep(0.2)\nprint('slow')", "one"),
                                     get(client.server), post_eval(client, "print('fast')", "two"),
                                     get(client.server, "/no-such-route", f"Authorization: Bearer {client.token}\r\n")]))
            answers = [connection.read_response() for _ in range(4)]
        self.assertEqual([answer.status for answer in answers], [200, 200, 200, 404])
        self.assertEqual(answers[0].json()["content"][0]["text"], "slow")
        self.assertEqual(answers[2].json()["content"][0]["text"], "fast")

    def test_close_is_honoured(self):
        server = self.serve()
        with RawConnection(server) as connection:
            connection.send(get(server, extra="Connection: close\r\n"))
            self.assertEqual(connection.read_response().status, 200)
            self.assertTrue(connection.closed_within(5))

    def test_http_1_0_is_answered_and_closed(self):
        server = self.serve()
        with RawConnection(server) as connection:
            connection.send(f"GET /healthz HTTP/1.0\r\nHost: {server.authority}\r\n\r\n")
            self.assertEqual(connection.read_response().status, 200)
            self.assertTrue(connection.closed_within(5))

    def test_expect_continue_is_answered_before_the_body(self):
        client = self.client()
        with RawConnection(client.server) as connection:
            head, _, body = post_eval(client, "print('x')", "s").partition("\r\n\r\n")
            connection.send(head + "\r\nExpect: 100-continue\r\n\r\n")
            self.assertIn(b" 100 ", connection.reader.readline())
            connection.reader.readline()
            connection.send(body)
            self.assertEqual(connection.read_response().status, 200)

    def test_a_chunked_body_is_read(self):
        client = self.client()
        with RawConnection(client.server) as connection:
            head, _, body = post_eval(client, "print('chunks')", "s").partition("\r\n\r\n")
            lines = [line for line in head.split("\r\n") if not line.startswith("Content-Length")]
            connection.send("\r\n".join(lines) + "\r\nTransfer-Encoding: chunked\r\n\r\n")
            for start in range(0, len(body), 10):
                piece = body[start:start + 10]
                connection.send(f"{len(piece):x}\r\n{piece}\r\n")
            connection.send("0\r\n\r\n")
            self.assertEqual(connection.read_response().json()["content"][0]["text"], "chunks")


class SlowClients(SystemTest):

    def test_a_slow_head_is_cut(self):
        server = self.serve({"server": {"header_timeout": "300ms"}})
        with RawConnection(server) as connection:
            connection.send("GET /version HTTP/1.1\r\nHost:")
            start = time.monotonic()
            self.assertTrue(connection.closed_within(5))
            self.assertGreater(time.monotonic() - start, 0.2)

    def test_a_dripping_head_is_cut_too(self):
        server = self.serve({"server": {"header_timeout": "400ms"}})
        with RawConnection(server) as connection:
            connection.send("GET /version HTTP/1.1\r\n")
            start = time.monotonic()

            def drip():
                try:
                    connection.send("X")
                    return False
                except OSError:
                    return True
            wait_until(drip, "the end of the connection", within=5, every=0.05)
            self.assertLess(time.monotonic() - start, 3)

    def test_a_body_that_stops_is_cut(self):
        client = self.client({"server": {"body_timeout": "300ms"}})
        with RawConnection(client.server) as connection:
            connection.send(post_eval(client, "print('x')", "s")[:-10])
            self.assertTrue(connection.closed_within(5))
        self.assert_problem(client.get("/sessions/s"), 404)

    def test_an_idle_connection_is_closed(self):
        server = self.serve({"server": {"idle_timeout": "300ms"}})
        with RawConnection(server) as connection:
            connection.send(get(server))
            self.assertEqual(connection.read_response().status, 200)
            self.assertTrue(connection.closed_within(5))

    def test_a_long_cell_outlives_all_of_these(self):
        short = {"header_timeout": "200ms", "body_timeout": "200ms", "idle_timeout": "200ms", "write_timeout": "200ms"}
        client = self.client({"server": short})
        self.assertEqual(client.text("import time\ntime.sleep(1)\nprint('done')", "s"), "done")
        last = list(self.stream(client, "import time\ntime.sleep(1)\nprint('done')", "s"))[-1]
        self.assertEqual(last["result"]["content"][0]["text"], "done")

    def test_a_reader_that_stops_is_cut_and_harms_nobody(self):
        client = self.client({"server": {"write_timeout": "500ms"}})
        client.result("print('x' * 30_000_000)", "s")
        artifact = client.get("/artifacts?session=s").json()["artifacts"][0]["id"]
        with RawConnection(client.server) as connection:
            connection.send(get(client.server, f"/artifact/{artifact}", f"Authorization: Bearer {client.token}\r\n"))
            self.assertEqual(client.text("print('works')", "other"), "works")
            before = len(self.server_sockets(client.server))
            wait_until(lambda: len(self.server_sockets(client.server)) < before, "the cut of the reader", within=10)

    def server_sockets(self, server):
        """Established connections to the server, as the kernel's table lists them."""
        port = f":{server.port:04X}"
        with open("/proc/net/tcp", encoding="ascii") as file:
            rows = [line.split() for line in file.readlines()[1:]]
        return [row for row in rows if row[1].endswith(port) and row[3] == "01"]


class TooLarge(SystemTest):

    def test_a_long_head_is_431_and_a_long_target_414(self):
        server = self.serve()
        with RawConnection(server) as connection:
            connection.send(get(server, extra=f"X-Long: {'a' * 40000}\r\n"))
            self.assertIn(connection.read_response().status, (400, 431))
        with RawConnection(server) as connection:
            connection.send(get(server, "/version?" + "a" * 12000))
            self.assertIn(connection.read_response().status, (400, 414, 431))

    def test_a_body_over_the_limit_is_413_before_it_is_read(self):
        client = self.client({"limits": {"body": "64KiB", "code": "32KiB"}})
        with RawConnection(client.server) as connection:
            head = post_eval(client, "1", "s").partition("Content-Length")[0]
            connection.send(head + "Content-Length: 10000000\r\n\r\n")
            self.assertEqual(connection.read_response().status, 413)

    def test_a_chunked_body_over_the_limit_is_413(self):
        client = self.client({"limits": {"body": "64KiB", "code": "32KiB"}})
        with RawConnection(client.server) as connection:
            head = post_eval(client, "1", "s").partition("Content-Length")[0]
            connection.send(head + "Transfer-Encoding: chunked\r\n\r\n" + "2000\r\n" + " " * 8192 + "\r\n")
            try:
                for _ in range(12):
                    connection.send("2000\r\n" + " " * 8192 + "\r\n")
            except OSError:
                pass
            self.assertEqual(connection.read_response().status, 413)

    def test_connections_over_the_cap_wait_or_are_refused_and_later_ones_work(self):
        server = self.serve({"server": {"max_connections": 8}})
        held = [RawConnection(server) for _ in range(12)]
        for connection in held:
            connection.close()

        def works():
            try:
                with RawConnection(server, timeout=2) as connection:
                    connection.send(get(server))
                    answer = connection.read_response()
                    return answer is not None and answer.status == 200
            except OSError:
                return False
        wait_until(works, "an answer after the flood")

    def test_nonsense_is_400_and_closed(self):
        server = self.serve()
        for text in ("nonsense\r\n\r\n", "GET / HTTP/9.9\r\nHost: x\r\n\r\n", "GET /\r\n\r\n"):
            with self.subTest(text=text), RawConnection(server) as connection:
                connection.send(text)
                answer = connection.read_response()
                self.assertIn(answer.status if answer else 400, (400, 505))
                self.assertTrue(connection.closed_within(5))
        self.assertTrue(server.running())
