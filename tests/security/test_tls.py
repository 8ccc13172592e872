"""TLS: versions, ciphers, ALPN, reload, client certificates, slow handshakes; all of the interface over it."""
import base64
import hashlib
import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import threading

from tests.system.server import Server, binary
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

from .certificates import Authority


class TlsServer(Server):
    """Speaks HTTPS with a certificate of the authority's."""

    def __init__(self, authority, **settings):
        cert, key = authority.sign("server", "DNS:localhost,IP:127.0.0.1")
        tls = {"cert": cert, "key": key, **settings.pop("tls", {})}
        super().__init__({"tls": tls, "sandbox": {"mode": "none"}, **settings})
        self.issuer = authority

    def context(self):
        return ssl.create_default_context(cafile=self.issuer.cert)

    def connection(self, context=None):
        return http.client.HTTPSConnection("localhost", self.port, timeout=20, context=context or self.context())

    def ready(self):
        connection = self.connection()
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        finally:
            connection.close()

    def ask(self, method, path, body=None, context=None, token=True, headers=None):
        connection = self.connection(context)
        try:
            fields = {"Content-Type": "application/json", **(headers or {})}
            if token:
                fields["Authorization"] = f"Bearer {self.token}"
            connection.request(method, path, json.dumps(body) if body is not None else None, fields)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def socket(self, context=None, name="localhost"):
        raw = socket.create_connection(("127.0.0.1", self.port), 20)
        return (context or self.context()).wrap_socket(raw, server_hostname=name)


class TlsTest(SystemTest):

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.authority = Authority(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tls_server(self, **settings):
        server = TlsServer(self.authority, **settings)
        self.addCleanup(server.stop)
        return server.start()


class Interface(TlsTest):

    def test_cells_files_of_any_size_and_events(self):
        server = self.tls_server()
        self.assertIn("https://", server.log())
        cell = {"session": "s", "cells": [{"language": "py", "code": "print('x' * 3_000_000)"}]}
        status, body = server.ask("POST", "/eval", cell)
        self.assertEqual(status, 200)
        result = json.loads(body)
        artifact = result["details"]["meta"]["truncation"]["artifact"]
        status, whole = server.ask("GET", f"/artifact/{artifact}")
        self.assertEqual((status, len(whole)), (200, 3_000_000))
        large = {"session": "s", "cells": [{"language": "py", "code": "#" + "y" * 900_000 + "\nprint('done')"}]}
        self.assertIn(b"done", server.ask("POST", "/eval", large)[1])
        status, events = server.ask("POST", "/eval", cell, headers={"Accept": "text/event-stream"})
        self.assertEqual(status, 200)
        self.assertIn(b"run.finished", events)

    def test_websocket(self):
        server = self.tls_server()
        stream = server.socket()
        self.addCleanup(stream.close)
        key = base64.b64encode(os.urandom(16)).decode()
        stream.sendall((f"GET /eval/stream HTTP/1.1\r\nHost: localhost:{server.port}\r\nUpgrade: websocket\r\n"
                        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
                        f"Authorization: Bearer {server.token}\r\n\r\n").encode())
        head = stream.recv(4096)
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.assertIn(accept, head)
        message = json.dumps({"type": "eval", "id": 1, "session": "w",
                              "cells": [{"language": "py", "code": "print('over' + 'tls')"}]}).encode()
        mask = os.urandom(4)
        self.assertLess(len(message), 126)  # so that one byte tells its length
        frame = bytes([0x81, 0x80 | len(message)]) + mask
        stream.sendall(frame + bytes(byte ^ mask[at % 4] for at, byte in enumerate(message)))
        received = b""
        while b"run.finished" not in received:
            piece = stream.recv(65536)
            self.assertTrue(piece)
            received += piece
        self.assertIn(b"overtls", received)

    def test_health_check_of_containers(self):
        server = self.tls_server()
        command = [binary(), "healthcheck", "--url", f"https://127.0.0.1:{server.port}/healthz"]
        self.assertEqual(subprocess.run(command, check=False, timeout=20).returncode, 0)

    def test_many_at_once(self):
        server = self.tls_server()
        outcomes = []

        def caller():
            outcomes.append(server.ask("GET", "/sessions")[0])
        threads = [threading.Thread(target=caller) for _ in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        self.assertEqual(outcomes, [200] * 40)

    def test_the_end_of_a_connection_is_said(self):
        server = self.tls_server()
        stream = server.socket()
        stream.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n\r\n".encode())
        received = b""
        stream.suppress_ragged_eofs = False
        while piece := stream.recv(4096):
            received += piece
        self.assertIn(b"200", received.split(b"\r\n")[0])


class Handshake(TlsTest):

    def test_versions_and_protocols(self):
        server = self.tls_server()
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = server.context()
            context.minimum_version = context.maximum_version = version
            context.set_alpn_protocols(["h2", "http/1.1"])
            with server.socket(context) as stream:
                self.assertEqual(stream.selected_alpn_protocol(), "http/1.1")
                self.assertRegex(stream.cipher()[0], "GCM|CHACHA20")
        old = server.context()
        old.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        old.set_ciphers("ALL:@SECLEVEL=0")
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            server.socket(old)
        other = server.context()
        other.set_alpn_protocols(["h2"])
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            server.socket(other)

    def test_weak_ciphers_are_refused(self):
        server = self.tls_server()
        context = server.context()
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers("AES128-SHA:AES256-SHA:ECDHE-ECDSA-AES128-SHA")
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            server.socket(context)

    def test_a_slow_or_nonsensical_handshake_is_ended_and_counted(self):
        server = self.tls_server(server={"header_timeout": "1s", "host": "127.0.0.1", "port": 0},
                                 metrics={"allow": ["127.0.0.0/8"]})
        with socket.create_connection(("127.0.0.1", server.port), 20) as silent:
            silent.settimeout(10)
            self.assertEqual(silent.recv(1), b"")
        with socket.create_connection(("127.0.0.1", server.port), 20) as plain:
            plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            plain.settimeout(10)
            rest = b""
            try:
                while piece := plain.recv(4096):
                    rest += piece
            except ConnectionError:
                pass
            self.assertNotIn(b"HTTP/1.1 200", rest)
        metrics = server.ask("GET", "/metrics")[1].decode()
        self.assertGreaterEqual(float(re.search(r"(?m)^evald_tls_failed_handshakes_total (\S+)", metrics).group(1)), 2)

    def test_reload_changes_the_certificate_and_drops_nobody(self):
        server = self.tls_server()
        with server.socket() as before:
            first = before.getpeercert(True)
            server.issuer.sign("server", "DNS:localhost,IP:127.0.0.1")
            server.signal(signal.SIGHUP)
            wait_until(lambda: "certificate has been read again" in server.log(), "the reload")
            with server.socket() as after:
                self.assertNotEqual(after.getpeercert(True), first)
            before.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            self.assertIn(b"200", before.recv(4096))
        with open(server.issuer.path("pem", "server"), "w", encoding="ascii") as file:
            file.write("nonsense")
        server.signal(signal.SIGHUP)
        wait_until(lambda: "certificate stays as it was" in server.log(), "the refusal")
        self.assertEqual(server.ask("GET", "/sessions")[0], 200)


class ClientCertificates(TlsTest):

    def test_the_name_in_it_is_the_principal(self):
        server = self.tls_server(tls={"client_ca": self.authority.cert})
        context = server.context()
        context.load_cert_chain(*self.authority.sign("alice"))
        body = {"session": "hers", "cells": [{"language": "py", "code": "1 + 1"}]}
        self.assertEqual(server.ask("POST", "/eval", body, context, token=False)[0], 200)
        self.assertEqual(server.ask("GET", "/sessions/hers", context=context, token=False)[0], 200)
        self.assertEqual(server.ask("GET", "/sessions/hers")[0], 404)
        self.assertEqual(server.ask("GET", "/sessions/hers", token=False)[0], 401)
        self.assertEqual(server.ask("GET", "/metrics", context=context, token=False)[0], 200)

    def test_one_of_another_authority_is_refused(self):
        server = self.tls_server(tls={"client_ca": self.authority.cert})
        stranger = Authority(self.folder.name, "stranger")
        context = server.context()
        context.load_cert_chain(*stranger.sign("mallory"))
        with self.assertRaises((ssl.SSLError, ConnectionError, http.client.HTTPException)):
            server.ask("GET", "/sessions", context=context, token=False)


class SelfSigned(TlsTest):

    def test_it_is_made_at_start_and_told_by_its_fingerprint(self):
        server = TlsServer(self.authority, tls={"cert": "", "key": ""})
        server.arguments = ["--self-signed"]
        trusting = ssl.create_default_context()
        trusting.check_hostname = False
        trusting.verify_mode = ssl.CERT_NONE
        server.context = lambda: trusting
        self.addCleanup(server.stop)
        server.start()
        with server.socket() as stream:
            digest = hashlib.sha256(stream.getpeercert(True)).hexdigest().upper()
        self.assertIn(":".join(re.findall("..", digest)), server.log())
