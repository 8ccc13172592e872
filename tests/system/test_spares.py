"""Spare kernels: ready before a session is, taken once, filled up again."""
import os
import re
import signal

from . import processes
from .system_test import SystemTest
from .waiting import wait_until

SPARES = {"kernels": {"python": {"spares": 1}, "javascript": {"spares": 1}}}


class Spares(SystemTest):

    def spares(self, client, language="python"):
        found = re.search(r'^evald_spare_kernels\{language="%s"\} (\d+)' % language, client.get("/metrics").body.decode(),
                          re.MULTILINE)
        return int(found.group(1)) if found else 0

    def ready(self, config=None):
        """A client of a server whose spares are ready."""
        client = self.client({**SPARES, **(config or {})})
        self.wait_ready(client)
        return client

    def wait_ready(self, client):
        for language in ("python", "js"):
            wait_until(lambda: self.spares(client, language) == 1, f"a spare for {language}", within=30)

    def test_a_new_session_takes_the_one_that_waits(self):
        client = self.ready()
        waiting = set(client.server.kernels())
        for language, name in (("py", "python"), ("js", "js")):
            client.result("1", f"by-{language}", language)
            self.assertIn(self.kernel_pid(client, f"by-{language}", name), waiting)
        self.assertIn('evald_kernel_starts_total{language="python",outcome="spare"} 1', client.get("/metrics").body.decode())

    def test_its_kernel_is_like_any_other(self):
        client = self.ready()
        self.assertEqual(client.text("x = 1\nimport os\nprint(os.listdir('.'), os.environ['HOME'] == os.getcwd())", "s"),
                         "[] True")
        self.assertEqual(client.text("x + 1", "s"), "2")
        text = client.text("print(sorted(name for name in globals() if not name.startswith('_') and name != 'x'))", "s")
        self.assertEqual(text, client.text("x = 1\nimport os\nprint(sorted(name for name in globals() "
                                           "if not name.startswith('_') and name != 'x'))", "s"))
        self.assertEqual(self.session(client, "s")["kernels"][0]["executionCount"], 4)
        self.assertIn("File \"<cell 5>\", line 1", client.text("1/0", "s"))

    def test_it_finds_the_artifacts_of_its_session(self):
        client = self.ready()
        result = client.result("for i in range(20000): print('line', i)", "s")
        name = result["details"]["meta"]["truncation"]["artifact"]
        self.assertEqual(client.text(f"print(output({name!r}).splitlines()[12345])", "s"), "line 12345")

    def test_none_is_shared_and_the_next_is_soon_there(self):
        client = self.ready()
        client.result("mine = 1; open('mine', 'w').close()", "one")
        self.wait_ready(client)
        text = client.text("import os\nprint('mine' in globals(), os.listdir('.'))", "two")
        self.assertEqual(text, "False []")
        self.assertNotEqual(self.kernel_pid(client, "one"), self.kernel_pid(client, "two"))

    def test_one_that_dies_is_replaced(self):
        client = self.ready()
        before = set(client.server.kernels())
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: self.spares(client) == 0, "the end of the spare")
        self.wait_ready(client)
        self.assertFalse(before & set(client.server.kernels()))
        self.assertEqual(client.text("print('works')", "s"), "works")

    def test_modules_are_there_before_the_first_cell_and_their_names_are_not(self):
        client = self.ready({"kernels": {"python": {"spares": 1, "preload": ["decimal", "no.such.module"]},
                                         "javascript": {"spares": 1}}})
        text = client.text("import sys\nprint('decimal' in sys.modules, 'decimal' in globals())", "s")
        self.assertEqual(text, "True False")

    def test_they_end_with_the_server_and_leave_nothing(self):
        client = self.ready()
        pids = client.server.kernels()
        client.server.signal(signal.SIGTERM)
        self.assertEqual(client.server.wait(), 0)
        wait_until(lambda: not any(processes.alive(pid) for pid in pids), "the end of the spares")
        self.assertEqual(os.listdir(os.path.join(client.server.data, "workspaces")), [])
