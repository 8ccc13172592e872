"""What of sessions a restart keeps: themselves, their files; and what it says is gone."""
import os
import shutil
import signal
import tempfile

from .http_client import Client
from .server import Server
from .system_test import SystemTest
from .waiting import wait_until


class Restart(SystemTest):

    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="evald-test-data-")
        self.addCleanup(shutil.rmtree, self.data, True)

    def start(self):
        server = Server(data=self.data)
        self.addCleanup(server.stop)
        return Client(server.start())

    def end(self, client, how):
        client.server.signal(how)
        client.server.wait()

    def wait_recorded(self, member='"python":true'):
        """A record is written behind the answer's back."""
        folder = os.path.join(self.data, "sessions")

        def recorded():
            contents = [open(os.path.join(folder, name), encoding="utf-8").read() for name in os.listdir(folder)]
            return any(member in content for content in contents)
        wait_until(recorded, "the session's record")

    def test_a_session_is_there_again_with_its_files_and_says_that_its_state_is_gone(self):
        for how in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(how=how.name):
                first = self.start()
                first.result("x = 1\nopen('kept', 'w').write('content')", "s")
                created = self.session(first, "s")["created"]
                self.wait_recorded()
                self.end(first, how)
                second = self.start()
                session = self.session(second, "s")
                self.assertEqual((session["created"], session["kernels"]), (created, []))
                self.assertEqual(second.get("/sessions/s/files/kept").body, b"content")
                result = second.result("print('x' in globals(), open('kept').read())", "s")
                self.assertEqual(result["content"][0]["text"], "False content")
                self.assertIn("the service was restarted", result["details"]["notice"])
                self.assertFalse(result["sessionCreated"])
                self.assertNotIn("notice", second.result("1", "s")["details"])
                self.end(second, signal.SIGTERM)

    def test_a_session_that_was_deleted_is_not(self):
        first = self.start()
        first.result("open('x', 'w').close()", "s")
        first.delete("/sessions/s")
        self.end(first, signal.SIGTERM)
        second = self.start()
        self.assert_problem(second.get("/sessions/s"), 404)
        self.assertEqual(os.listdir(os.path.join(self.data, "workspaces")), [])

    def test_what_an_upload_left_over_is_gone(self):
        first = self.start()
        first.request("PUT", "/sessions/s/files/x", b"x")
        uploads = os.path.join(self.data, "uploads")
        with open(os.path.join(uploads, "left"), "wb") as file:
            file.write(b"over")
        self.wait_recorded('"id":"s"')
        self.end(first, signal.SIGKILL)
        second = self.start()
        wait_until(lambda: os.listdir(uploads) == [], "the removal of what an upload left over")
        self.assertEqual(second.get("/sessions/s/files/x").body, b"x")
