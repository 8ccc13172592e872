"""HTTP for the tests: whole answers, streams of events, and raw sockets."""
import http.client
import json
import socket
import struct
import time

from .event_stream import read_ndjson, read_sse


class Response:
    """A whole answer."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    def header(self, name):
        """The value of a header, or None."""
        return self.headers.get(name)

    @property
    def content_type(self):
        return (self.header("Content-Type") or "").split(";")[0].strip().lower()

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"<{self.status} {self.content_type} {self.body[:300]!r}>"


class Client:
    """Speaks to one server as one caller. Each request has a connection of its own unless kept."""

    def __init__(self, server, token="of the server", timeout=60):
        self.server = server
        self.token = server.token if token == "of the server" else token
        self.timeout = timeout

    def connection(self):
        return http.client.HTTPConnection(self.server.host, self.server.port, timeout=self.timeout)

    def headers(self, more=None):
        result = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        result.update(more or {})
        return result

    def send(self, connection, method, path, body=None, headers=None):
        """Sends on a connection; a body that is neither bytes nor an iterator of bytes goes as JSON. Answers the unread
        http.client response."""
        more = dict(headers or {})
        if body is not None and not isinstance(body, bytes) and not hasattr(body, "__next__"):
            body = json.dumps(body).encode()
            more.setdefault("Content-Type", "application/json")
        connection.request(method, path, body=body, headers=self.headers(more))
        return connection.getresponse()

    def request(self, method, path, body=None, headers=None):
        connection = self.connection()
        try:
            answer = self.send(connection, method, path, body, headers)
            return Response(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path, body=None, headers=None):
        return self.request("POST", path, body, headers)

    def delete(self, path):
        return self.request("DELETE", path)

    def eval(self, code, session=None, language="py", headers=None, **more):
        """Runs one cell, or several when `code` is a list of cells; members of the body by keyword."""
        return self.post("/eval", eval_body(code, session, language, **more), headers)

    def result(self, code, session=None, language="py", **more):
        """As eval(), but the answer must be a result."""
        answer = self.eval(code, session, language, **more)
        if answer.status != 200:
            raise AssertionError(f"expected a result, got {answer}")
        return answer.json()

    def text(self, code, session=None, language="py", **more):
        """The text of the result."""
        return self.result(code, session, language, **more)["content"][0]["text"]

    def stream(self, code, session=None, language="py", accept="application/x-ndjson", **more):
        return Stream(self, "POST", "/eval", eval_body(code, session, language, **more), {"Accept": accept})

    def events(self, session, since=None, headers=None):
        """Watches a session."""
        query = "" if since is None else f"?since={since}"
        wanted = {"Accept": "text/event-stream", **(headers or {})}
        return Stream(self, "GET", f"/sessions/{session}/events{query}", None, wanted)


def eval_body(code, session=None, language="py", timeout=None, **more):
    if isinstance(code, str):
        cell = {"language": language, "code": code}
        if timeout is not None:
            cell["timeout"] = timeout
        cells = [cell]
    else:
        cells = code
    body = {"cells": cells, **more}
    if session is not None:
        body["session"] = session
    return body


class Stream:
    """An answer that is a stream of events. Iterate it; close() goes away without reading the rest."""

    def __init__(self, client, method, path, body, headers):
        self.connection = client.connection()
        self.answer = client.send(self.connection, method, path, body, headers)
        self.status = self.answer.status
        self.headers = self.answer.headers
        kind = (self.headers.get("Content-Type") or "").split(";")[0]
        self.problem = None
        if self.status != 200:
            self.problem = self.answer.read()
            self.messages = iter(())
        elif kind == "text/event-stream":
            self.messages = read_sse(self.answer)
        else:
            self.messages = read_ndjson(self.answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        """The next event; `id` and `event` of server-sent ones are checked by read_sse."""
        return next(self.messages)

    def until(self, kind, **members):
        """Reads up to an event of this type with these members; answers it, all that was read is in `seen`."""
        self.seen = []
        for event in self:
            self.seen.append(event)
            if event["type"] == kind and all(event.get(name) == value for name, value in members.items()):
                return event
        raise AssertionError(f"the stream ended without {kind}: {[event['type'] for event in self.seen]}")

    def until_text(self, text):
        """Reads until the output so far holds `text`."""
        so_far = ""
        for event in self:
            if event["type"] == "output":
                so_far += event["text"]
                if text in so_far:
                    return so_far
        raise AssertionError(f"the stream ended without the text {text!r}: {so_far[-200:]!r}")

    def close(self):
        sock = self.connection.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.answer.close()
        self.connection.close()


class RawConnection:
    """A socket on which a test writes what it likes and reads answers one by one."""

    def __init__(self, server, timeout=20):
        self.socket = socket.create_connection((server.host, server.port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, data):
        self.socket.sendall(data.encode() if isinstance(data, str) else data)

    def read_response(self):
        """One answer with a Content-Length or without a body; None at the end of the connection."""
        line = self.reader.readline()
        if not line:
            return None
        status = int(line.split()[1])
        headers = http.client.parse_headers(self.reader)
        body = self.reader.read(int(headers.get("Content-Length", "0")))
        return Response(status, headers, body)

    def closed_within(self, seconds):
        """Whether the server closes the connection, whatever it sends before."""
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self.socket.settimeout(left)
            try:
                if not self.socket.recv(65536):
                    return True
            except socket.timeout:
                return False
            except ConnectionError:
                return True

    def reset(self):
        """Goes away at once, without a goodbye."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self):
        self.reader.close()
        self.socket.close()
