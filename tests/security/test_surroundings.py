"""What confines cells where the surroundings refuse namespaces, Landlock or root: the next best, said aloud."""
import os
import platform
import shutil
import sys
import tempfile
import unittest

from tests.system.http_client import Client
from tests.system.server import Server
from tests.system.system_test import SystemTest

from .arena import skip_unless_root

HERE = os.path.dirname(os.path.abspath(__file__))
ORDINARY_USER = 10001


class Surroundings(SystemTest):

    @classmethod
    def setUpClass(cls):
        skip_unless_root()
        if platform.machine() != "x86_64":
            raise unittest.SkipTest("the numbers of refused calls are those of x86-64")

    def server(self, config, without=(), user=None, data=None):
        server = Server(config, data=data)
        self.addCleanup(server.stop)
        if without:
            server.prefix += [sys.executable, os.path.join(HERE, "without_calls.py"), *without, "--"]
        if user:
            os.makedirs(server.data, exist_ok=True)
            for path in (server.folder, server.data, server.config_path):
                os.chown(path, user, user)
            server.prefix += [shutil.which("setpriv"), f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        return server

    def layers(self, **options):
        server = self.server({}, **options).start()
        client = Client(server)
        self.assertEqual(client.text("print(6 * 7)", "s"), "42")
        self.assertEqual(client.text("console.log(6 * 7)", "s", language="js"), "42")
        health = client.get("/healthz").json()
        self.assertNotIn("warning", health)
        return health["sandbox"], client

    def test_without_namespaces_there_are_limits_landlock_and_users(self):
        layers, client = self.layers(without=("namespaces",))
        self.assertEqual((layers["mode"], layers["users"], layers["seccomp"]), ("rlimits", "session", "on"))
        look = "try: open('/etc/shadow'); print('HIT')\nexcept OSError: print('miss')"
        self.assertEqual(client.text(look, "s"), "miss")
        self.assertIn("miss", client.text("import socket\ntry: socket.socket(); print('HIT')\n"
                                          "except OSError: print('miss')", "s"))

    def test_without_landlock_there_are_limits_and_users(self):
        layers, client = self.layers(without=("namespaces", "landlock"))
        self.assertEqual((layers["mode"], layers["users"], layers["landlock"]), ("rlimits", "session", "0"))
        client.text("open('secret', 'w').write('x')", "sibling")
        folder = f"{client.server.data}/workspaces"
        look = f"import os\ntry: os.listdir('{folder}'); print('HIT')\nexcept OSError: print('miss')"
        self.assertEqual(client.text(look, "s"), "miss")

    def test_an_ordinary_user_without_namespaces_has_no_users_to_give(self):
        layers, _ = self.layers(without=("namespaces",), user=ORDINARY_USER)
        self.assertEqual((layers["mode"], layers["users"], layers["cgroup"]), ("rlimits", "server", "none"))

    def test_under_one_user_landlock_keeps_sessions_and_the_server_apart(self):
        for mode, hits in (("none", True), ("rlimits", False)):
            with self.subTest(mode=mode):
                data = tempfile.mkdtemp(dir="/var/tmp")  # /tmp is everybody's
                self.addCleanup(shutil.rmtree, data, True)
                server = self.server({"sandbox": {"mode": mode}}, user=ORDINARY_USER, data=data).start()
                self.assertNotIn("lies below", server.log())
                client = Client(server)
                version = int(client.get("/healthz").json()["sandbox"]["landlock"])
                if mode == "rlimits" and version < 6:
                    self.skipTest("Landlock keeps signals in from version 6 on")
                client.text("open('secret', 'w').write('x')", "sibling")
                sibling = self.kernel_pid(client, "sibling")
                for attack in (f"os.listdir('{data}/workspaces')", f"os.listdir('{data}/sessions')",
                               f"os.kill({server.pid}, 0)", f"os.kill({sibling}, 0)"):
                    with self.subTest(attack=attack):
                        code = f"import os\ntry: {attack}; print('HIT')\nexcept OSError: print('miss')"
                        text = client.text(code, "s")
                        self.assertEqual(text, "HIT" if hits else "miss")

    def test_data_where_all_may_read_is_warned_of(self):
        server = self.server({"sandbox": {"mode": "rlimits"}}, user=ORDINARY_USER).start()
        self.assertTrue(server.data.startswith("/tmp/"))
        self.assertIn("lies below /tmp", server.log())

    def test_an_ordinary_user_gets_the_strongest_that_there_is(self):
        layers, _ = self.layers(user=ORDINARY_USER)
        self.assertIn(layers["mode"], ("bwrap", "rlimits"))
        self.assertEqual(layers["users"], "server")

    def test_a_mode_that_is_named_is_not_replaced(self):
        server = self.server({"sandbox": {"mode": "bwrap"}}, without=("namespaces",))
        server.launch()
        self.assertEqual(server.wait(20), 1)
        self.assertIn("sandbox.mode bwrap does not work here", server.log())
        self.assertNotIn("ready", server.log())
