"""A WebSocket client of the server, on python3-websocket."""
import json
import time

import websocket

from .http_client import eval_body

ABNF = websocket.ABNF
# The library does not know the code that RFC 6455's registry has for a restart.
websocket._abnf.VALID_CLOSE_STATUS = (*websocket._abnf.VALID_CLOSE_STATUS, 1012, 1013)


class WebSocketClient:
    """One connection to /eval/stream. Messages that a wait passes over stay in `seen`."""

    def __init__(self, server, token="of the server", session=None, subprotocols=("evald.v1",), headers=(), timeout=30):
        token = server.token if token == "of the server" else token
        query = f"?session={session}" if session else ""
        lines = [f"Authorization: Bearer {token}"] if token else []
        self.socket = websocket.create_connection(
            f"ws://{server.authority}/eval/stream{query}", timeout=timeout, header=lines + list(headers),
            subprotocols=list(subprotocols), suppress_origin=True, enable_multithread=True)
        self.seen = []
        self.serial = 0
        self.timeout = timeout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def subprotocol(self):
        return self.socket.getsubprotocol()

    def send(self, message):
        self.socket.send(json.dumps(message))

    def send_text(self, text):
        self.socket.send(text)

    def send_binary(self, data):
        self.socket.send(data, opcode=ABNF.OPCODE_BINARY)

    def receive(self):
        """The next message; raises when the connection ends first."""
        text = self.socket.recv()
        if text == "":
            raise AssertionError(f"the connection ended; seen: {[message['type'] for message in self.seen]}")
        message = json.loads(text)
        self.seen.append(message)
        return message

    def until(self, kind, **members):
        """Reads up to a message of this type with these members."""
        deadline = time.monotonic() + self.timeout
        while time.monotonic() < deadline:
            message = self.receive()
            if message["type"] == kind and all(message.get(name) == value for name, value in members.items()):
                return message
        raise AssertionError(f"no {kind} in {self.timeout} s; seen: {[message['type'] for message in self.seen]}")

    def until_text(self, text, **members):
        """Reads until the output so far, of messages with these members, holds `text`."""
        so_far = ""
        while text not in so_far:
            so_far += self.until("output", **members)["text"]
        return so_far

    def start(self, code, session=None, language="py", **more):
        """Sends an eval; answers the run's id once it is accepted."""
        self.serial += 1
        self.send({"type": "eval", "id": self.serial, **eval_body(code, session, language, **more)})
        return self.until("accepted", id=self.serial)["run"]

    def run(self, code, session=None, language="py", **more):
        """Runs to the end; answers the result."""
        return self.until("run.finished", run=self.start(code, session, language, **more))["result"]

    def close_code(self):
        """Reads to the end of the connection; the code of the server's close frame, or None without one."""
        while True:
            try:
                opcode, data = self.socket.recv_data()
            except (websocket.WebSocketConnectionClosedException, ConnectionError):
                return None
            if opcode == ABNF.OPCODE_CLOSE:
                return int.from_bytes(data[:2], "big") if len(data) >= 2 else 1005

    def abandon(self):
        """Goes away without a close frame."""
        self.socket.shutdown()

    def close(self):
        self.socket.close(timeout=2)
