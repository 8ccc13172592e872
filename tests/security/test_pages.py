"""Web pages that somebody has open beside ours, and what they may have their browser send."""
import socket

from tests.system.http_client import Client
from tests.system.system_test import SystemTest

from .test_gate import token

LISTED = "https://app.example"
UPGRADE = ("GET /eval/stream HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
           "Sec-WebSocket-Protocol: evald.v1\r\n")


class Pages(SystemTest):

    def setUp(self):
        self.server = self.serve({"auth": {"tokens": [token("owner", ["eval"], "of-the-owner")]},
                                  "cors": {"origins": [LISTED]}, "sandbox": {"mode": "none"}}, token=None)
        self.host = f"{self.server.host}:{self.server.port}"
        self.own = f"http://{self.host}"
        self.signed_in = Client(self.server, token=None)
        login = self.signed_in.post("/login", {"token": "of-the-owner"})
        self.assertEqual(login.status, 204)
        self.cookies = "; ".join(value.split(";")[0] for value in login.headers.get_all("Set-Cookie"))
        self.csrf = self.cookies.split("evald_csrf=")[1].split(";")[0]

    def status_of(self, head):
        with socket.create_connection((self.server.host, self.server.port), 10) as connection:
            connection.sendall((head + "\r\n").encode())
            return int(connection.recv(4096).split(b" ")[1])

    def upgrade(self, **fields):
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
        return self.status_of(UPGRADE.format(host=self.host) + lines)

    def test_a_websocket_by_the_cookie_is_for_our_own_page(self):
        self.assertEqual(self.upgrade(Cookie=self.cookies, Origin=self.own), 101)
        for origin in (LISTED, "https://evil.example", "null", f"http://{self.server.host}", self.own + ".example"):
            with self.subTest(origin=origin):
                self.assertEqual(self.upgrade(Cookie=self.cookies, Origin=origin), 403)
        self.assertEqual(self.upgrade(Cookie=self.cookies), 403)

    def test_a_listed_page_brings_a_token_of_its_own(self):
        bearer = {"Authorization": "Bearer of-the-owner"}
        self.assertEqual(self.upgrade(Origin=LISTED, **bearer), 101)
        self.assertEqual(self.signed_in.get("/sessions", Origin=LISTED, **bearer).status, 200)
        self.assertEqual(self.signed_in.get("/sessions", Origin=LISTED, Cookie=self.cookies).status, 403)
        self.assertEqual(self.signed_in.get("/sessions", Origin=self.own, Cookie=self.cookies).status, 200)
        self.assertEqual(self.signed_in.get("/sessions", Cookie=self.cookies).status, 200)

    def test_what_changes_something_needs_what_only_our_page_knows(self):
        body = {"session": "s", "cells": [{"language": "js", "code": "1"}]}
        with_cookie = {"Cookie": self.cookies, "Origin": self.own}
        self.assertEqual(self.signed_in.post("/eval", body, with_cookie).status, 403)
        self.assertEqual(self.signed_in.post("/eval", body, {**with_cookie, "X-CSRF-Token": "x" * 43}).status, 403)
        answer = self.signed_in.post("/eval", body, {**with_cookie, "X-CSRF-Token": self.csrf})
        self.assertEqual(answer.status, 200)
        stolen = {"Cookie": self.cookies, "Origin": LISTED, "X-CSRF-Token": self.csrf}
        self.assertEqual(self.signed_in.post("/eval", body, stolen).status, 403)

    def test_a_rebound_name_is_no_name_of_ours_wherever_it_stands(self):
        bearer = "Authorization: Bearer of-the-owner\r\n"
        own = f"Host: {self.host}\r\n"
        self.assertEqual(self.status_of("GET /sessions HTTP/1.1\r\n" + own + bearer), 200)
        self.assertEqual(self.status_of(f"GET {self.own}/sessions HTTP/1.1\r\nHost: evil.example\r\n" + bearer), 200)
        for target in ("http://evil.example/sessions", f"http://evil.example:{self.server.port}/sessions"):
            with self.subTest(target=target):
                self.assertEqual(self.status_of(f"GET {target} HTTP/1.1\r\n" + own + bearer), 403)
        for host in ("evil.example", f"evil.example:{self.server.port}", "", "[::1", "2130706433", "localhost..",
                     "localhost@evil.example", "localhost, evil.example", "localhost:99999"):
            with self.subTest(host=host):
                self.assertEqual(self.status_of(f"GET /sessions HTTP/1.1\r\nHost: {host}\r\n" + bearer), 403)
        for host in ("localhost", "LOCALHOST", "localhost.", "localhost:1", self.server.host):
            with self.subTest(host=host):
                self.assertEqual(self.status_of(f"GET /sessions HTTP/1.1\r\nHost: {host}\r\n" + bearer), 200)

    def test_a_name_and_password_in_the_target_are_refused(self):
        target = f"http://owner:of-the-owner@{self.host}/sessions"
        self.assertEqual(self.status_of(f"GET {target} HTTP/1.1\r\nHost: {self.host}\r\n"), 400)

    def test_what_a_caller_names_becomes_no_header(self):
        client = Client(self.server, token="of-the-owner")
        answer = client.request("GET", "/sessions", headers={"X-Request-Id": "a%0d%0aX-Evil: 1"})
        self.assertNotIn("evil", str(answer.headers).lower())
        for name in ("a%0d%0aX-Evil:%201.txt", "q%22uote.txt", "%c3%bc.txt"):
            with self.subTest(name=name):
                self.assertEqual(client.request("PUT", f"/sessions/s/files/{name}", b"x").status, 201)
                answer = client.get(f"/sessions/s/files/{name}")
                self.assertEqual(answer.status, 200)
                self.assertIsNone(answer.header("X-Evil"))
                self.assertRegex(answer.header("Content-Disposition"), r"^inline; filename\*=UTF-8''[A-Za-z0-9%._-]+$")
