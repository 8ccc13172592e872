"""Behind a proxy: limits by address count callers and not the proxy, and nobody makes himself another's address."""
import re
import unittest

from tests.deploy.balancer import Balancer, haproxy
from tests.system.http_client import Client
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

from .test_gate import token

LIMIT = 5


class Proxies(SystemTest):

    def serve_behind(self, proxies, **more):
        return self.serve({"auth": {"tokens": [token("owner", ["eval", "metrics"], "of-the-owner")],
                                    "failures_per_minute": LIMIT},
                           "server": {"trusted_proxies": proxies, "host": "127.0.0.1", "port": 0, **more},
                           "sandbox": {"mode": "none"}}, token=None)

    def scrape(self, server, **headers):
        return Client(server, token=None).get("/metrics", **headers).status

    def fail(self, server, headers):
        return Client(server, token="wrong").request("GET", "/sessions", headers=headers).status

    def test_through_an_unknown_proxy_nobody_scrapes_by_address(self):
        server = self.serve_behind([])
        self.assertEqual(self.scrape(server), 200)
        for name, value in (("X_Forwarded_For", "127.0.0.1"), ("X_Forwarded_For", ""), ("Forwarded", "for=127.0.0.1"),
                            ("X_Real_IP", "127.0.0.1"), ("Via", "1.1 proxy")):
            with self.subTest(name=name, value=value):
                self.assertEqual(self.scrape(server, **{name: value}), 401)
        self.assertEqual(Client(server, token="of-the-owner").get("/metrics", X_Forwarded_For="127.0.0.1").status, 200)

    def test_through_a_trusted_proxy_the_caller_counts(self):
        server = self.serve_behind(["127.0.0.0/8"])
        self.assertEqual(self.scrape(server), 200)
        self.assertEqual(self.scrape(server, X_Forwarded_For="127.0.0.1"), 200)
        for client in ("192.0.2.1", "127.0.0.1, 192.0.2.1", "127.0.0.1, 192.0.2.1, 127.0.0.2", "127.0.0.1, nonsense",
                       ""):
            with self.subTest(client=client):
                self.assertEqual(self.scrape(server, X_Forwarded_For=client), 401)

    def test_failures_are_those_of_the_caller(self):
        server = self.serve_behind(["127.0.0.1"])
        statuses = [self.fail(server, {"X-Forwarded-For": f"198.51.100.{number}, 192.0.2.1"})
                    for number in range(LIMIT + 2)]
        self.assertEqual(statuses, [401] * LIMIT + [429] * 2)
        self.assertEqual(self.fail(server, {"X-Forwarded-For": "192.0.2.2"}), 401)
        refused = Client(server, token=None).post("/login", {"token": "wrong"}, {"X-Forwarded-For": "192.0.2.1"})
        self.assertEqual(refused.status, 429)
        let_in = Client(server, token="of-the-owner").get("/sessions", X_Forwarded_For="192.0.2.1")
        self.assertEqual(let_in.status, 200)

    def test_nobody_escapes_the_limit_by_naming_others(self):
        server = self.serve_behind([])
        statuses = [self.fail(server, {"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(LIMIT + 2)]
        self.assertEqual(statuses, [401] * LIMIT + [429] * 2)

    def test_a_proxy_may_have_more_connections_than_one_caller(self):
        for proxies, most in (([], 3), (["127.0.0.1"], 10)):
            with self.subTest(proxies=proxies):
                server = self.serve_behind(proxies, max_connections_per_peer=3)
                client = Client(server, token="of-the-owner")
                open_ones = [client.connection() for _ in range(10)]
                answered = 0
                for connection in open_ones:
                    self.addCleanup(connection.close)
                    try:
                        answered += client.send(connection, "GET", "/sessions").status == 200
                    except OSError:
                        pass  # turned away, and told so before anything was asked
                self.assertEqual(answered, most)

    def test_the_log_names_the_caller(self):
        server = self.serve({"server": {"trusted_proxies": ["127.0.0.1"], "host": "127.0.0.1", "port": 0},
                             "log": {"level": "debug"}, "sandbox": {"mode": "none"}})
        Client(server).get("/sessions", X_Forwarded_For="192.0.2.77", X_Request_Id="the-request")
        line = r"requestId=the-request .*route=/sessions .*status=200 client=192\.0\.2\.77"
        wait_until(lambda: re.search(line, server.log()), "the request's line")  # it comes after the answer


class Deployed(SystemTest):

    @unittest.skipUnless(haproxy(), "HAProxy is not installed")
    def test_the_balancer_passes_on_who_called_and_nothing_that_callers_say(self):
        config = {"auth": {"tokens": [token("owner", ["eval"], "of-the-owner")], "failures_per_minute": LIMIT},
                  "server": {"trusted_proxies": ["127.0.0.1"], "host": "127.0.0.1", "port": 0},
                  "log": {"level": "debug"}, "sandbox": {"mode": "none"}}
        server = self.serve(config, token=None)
        with Balancer([server], "of-the-owner") as balancer:
            client = Client(balancer)
            for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
                answer = client.request("GET", "/sessions", headers={name: "192.0.2.5"})
                self.assertEqual(answer.status, 200, server.log()[-500:])
            line = r"route=/sessions .*status=200 client=127\.0\.0\.1"
            wait_until(lambda: len(re.findall(line, server.log())) == 3, "the requests' lines")
            self.assertNotIn("192.0.2.5", server.log())
