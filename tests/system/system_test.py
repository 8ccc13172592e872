"""The base of the end-to-end tests."""
import threading
import unittest

from . import processes
from .http_client import Client
from .server import Server, is_sanitized
from .waiting import wait_until
from .ws_client import WebSocketClient


class ServerMemory:
    """The resident size of a server from now on, in megabytes. Sanitizers have their own: then nothing is asserted."""

    def __init__(self, test, server):
        self.test, self.pid = test, server.pid
        self.before = processes.resident_megabytes(server.pid)
        self.counts = not is_sanitized()

    def assert_never_over(self, limit):
        if self.counts:
            self.test.assertLess(processes.peak_megabytes(self.pid), limit)

    def assert_grown_less_than(self, limit):
        self.assert_never_over(self.before + limit)


class SystemTest(unittest.TestCase):
    """Each test starts servers of its own, which end with it."""

    maxDiff = 2000

    def serve(self, config=None, **options):
        """A running server with a data folder of its own."""
        server = Server(config, **options)
        self.addCleanup(server.stop)
        return server.start()

    def client(self, config=None, **options):
        """A client of a new server."""
        return Client(self.serve(config, **options))

    def websocket(self, server, **options):
        connection = WebSocketClient(server, **options)
        self.addCleanup(connection.close)
        return connection

    def stream(self, client, code, session=None, **more):
        events = client.stream(code, session, **more)
        self.addCleanup(events.close)
        return events

    def watch(self, client, session, **more):
        events = client.events(session, **more)
        self.addCleanup(events.close)
        return events

    def in_background(self, call, *arguments, **options):
        """Runs a call on a thread; answers a function that waits for its outcome."""
        outcome = {}

        def body():
            try:
                outcome["value"] = call(*arguments, **options)
            except BaseException as error:  # handed over to the thread that asks
                outcome["error"] = error
        thread = threading.Thread(target=body, daemon=True)
        thread.start()

        def wait(within=60):
            thread.join(within)
            self.assertFalse(thread.is_alive(), "the background call did not end")
            if "error" in outcome:
                raise outcome["error"]
            return outcome["value"]
        return wait

    def session(self, client, session):
        answer = client.get(f"/sessions/{session}")
        self.assertEqual(answer.status, 200, answer)
        return answer.json()

    def kernel_pid(self, client, session, language="python"):
        """The process of a session's kernel, or None."""
        answer = client.get(f"/sessions/{session}")
        kernels = answer.json()["kernels"] if answer.status == 200 else []
        pids = [kernel["pid"] for kernel in kernels if kernel["language"] == language]
        return pids[0] if pids else None

    def wait_running(self, client, session):
        """Waits until a cell of the session is busy; answers the run's id."""
        def running():
            answer = client.get(f"/sessions/{session}")
            return answer.status == 200 and answer.json().get("running")
        return wait_until(running, f"a run in session {session}")

    def wait_printed(self, client, session, text):
        """Waits until a cell of the session has printed the text."""
        with client.events(session, since=0) as events:
            events.until_text(text)

    def wait_queued(self, client, session, count):
        def queued():
            answer = client.get(f"/sessions/{session}")
            return answer.status == 200 and answer.json()["queued"] >= count
        wait_until(queued, f"{count} queued runs in session {session}")

    def memory_of(self, server):
        return ServerMemory(self, server)

    def descriptors_of(self, server):
        """How many descriptors the server has open, once two looks agree."""
        def steady():
            first = processes.descriptors(server.pid)
            return first if processes.descriptors(server.pid) == first else 0
        try:
            return wait_until(steady, "a steady number of descriptors", every=0.05)
        except PermissionError:
            self.skipTest("only root may count the descriptors of a process that cannot be dumped")

    def assert_problem(self, answer, status):
        """The answer is a problem of this status."""
        self.assertEqual(answer.status, status, answer)
        self.assertEqual(answer.content_type, "application/problem+json", answer)
        problem = answer.json()
        self.assertEqual(problem["status"], status)
        return problem

    def assert_works(self, client, session="bystander"):
        """The server still runs cells of another session."""
        self.assertEqual(client.text("print('works')", session), "works")
