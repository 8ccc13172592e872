"""A machine that goes without a word: nothing refuses, connections just lead nowhere."""
import socket
import threading
import time
import unittest

from tests.deploy.balancer import Balancer, haproxy, node
from tests.deploy.test_balancer import TOKEN
from tests.system.http_client import Client
from tests.system.system_test import SystemTest


class Machine:
    """Stands in for a node: it is ready, until it is gone. A context manager."""

    READY = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.host, self.port = self.listener.getsockname()
        self.gone = threading.Event()
        self.serving = threading.Thread(target=self.serve)
        self.filling = []

    def __enter__(self):
        self.serving.start()
        return self

    def __exit__(self, *_):
        if self.serving.is_alive():
            self.vanish()
        for connection in (*self.filling, self.listener):
            connection.close()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            with connection:
                if self.gone.is_set():
                    return
                connection.recv(65536)
                connection.sendall(self.READY)

    def vanish(self):
        """Nobody accepts any more, and what the system would accept by itself is full: it drops what comes then."""
        self.gone.set()
        self.listener.listen(0)
        while self.serving.is_alive():
            self.fill()
            self.serving.join(0.05)
        while self.fill():
            pass

    def fill(self):
        """Whether one more connection came about."""
        connection = socket.socket()
        self.filling.append(connection)
        connection.settimeout(0.3)
        try:
            connection.connect((self.host, self.port))
            return True
        except OSError:
            return False


@unittest.skipUnless(haproxy(), "haproxy is not installed")
class Vanished(SystemTest):

    def setUp(self):
        self.nodes = [node(number, TOKEN) for number in range(2)]
        for server in self.nodes:
            self.addCleanup(server.stop)
            server.start()
        self.machine = self.enterContext(Machine())
        self.balancer = self.enterContext(Balancer([*self.nodes, self.machine], TOKEN))

    def test_who_is_about_to_connect_to_it_is_served_by_another(self):
        self.machine.vanish()
        client = Client(self.balancer)
        answers = []
        # Without a pause from before it is found to be down until after: some are about to connect when it is.
        while self.balancer.state(2) == "UP" or len(answers) < 5:
            answers.append(self.in_background(client.eval, "1 + 1", f"evald-2-lost{len(answers)}", "js"))
            time.sleep(0.1)  # the pace of the callers
        for answer in answers:
            result = answer()
            self.assertEqual(result.status, 200, result)
            self.assertIs(result.json()["sessionCreated"], True)


if __name__ == "__main__":
    unittest.main()
