"""A server whose surroundings lack something says what, to callers, to the administrator and to balancers."""
import os
import re
import unittest

from .http_client import Client
from .server import START_LINE, Server
from .system_test import SystemTest
from .waiting import wait_until


class Surroundings(SystemTest):

    def incomplete(self, spoil, config):
        """A client of a server that starts after `spoil(server)`, and the server."""
        server = Server(config)
        self.addCleanup(server.stop)
        os.makedirs(server.data, mode=0o711)
        spoil(server)
        server.launch()
        found = wait_until(lambda: START_LINE.search(server.log()), "the server's start line", within=20)
        server.host, server.port = found.group(1), int(found.group(2))
        wait_until(lambda: "info: ready" in server.log(), "the end of the start", within=20)
        return Client(server), server

    def assert_runs_nothing(self, client, server, reason):
        for language, name in (("py", "Python"), ("js", "JavaScript")):
            answer = client.post("/eval", {"session": "s", "cells": [{"language": language, "code": "1"}]})
            problem = self.assert_problem(answer, 422)
            self.assertRegex(problem["detail"], f"{name} cells cannot run here: {reason}")
            self.assertRegex(server.log(), f"error: {name} cells cannot run here: {reason}")
        ready = client.get("/readyz")
        self.assert_problem(ready, 503)
        self.assertNotIn(server.folder, ready.body.decode())
        self.assertEqual(client.get("/healthz").status, 200)

    def test_runners_that_cannot_be_copied(self):
        def spoil(server):
            with open(os.path.join(server.data, "runners"), "w", encoding="utf-8"):
                pass
        client, server = self.incomplete(spoil, {"sandbox": {"mode": "rlimits"}})
        self.assert_runs_nothing(client, server, "The runner could not be copied: .*" + re.escape(server.data))

    def test_one_language_is_enough_to_be_ready(self):
        client, server = self.incomplete(lambda _: None, {"python": {"interpreter": "/no/such/python"}})
        self.assertEqual(client.get("/readyz").status, 200)
        self.assertIn("error: Python cells cannot run here:", server.log())
        self.assertNotIn("JavaScript cells cannot run here", server.log())
        self.assertEqual(client.text("1 + 1", "s", "js"), "2")

    @unittest.skipIf(os.geteuid() != 0, "only root's sessions have users of their own")
    def test_another_server_of_the_machine_takes_other_users(self):
        range_of_two = {"sandbox": {"mode": "rlimits", "uids": "31990-31992"}}  # the first is for trials
        one, other = self.client(range_of_two), self.client(range_of_two)
        who = "import os; os.getuid()"
        users = {one.text(who, "s"), other.text(who, "s")}
        self.assertEqual(users, {"31991", "31992"})
        self.assert_problem(other.eval(who, "t"), 503)
        self.assertEqual(one.delete("/sessions/s").status, 204)
        wait_until(lambda: other.eval("1", "t").status == 200, "the user that is free again", within=20)
        self.assertIn(other.text(who, "s"), users)
