"""Tools of the server's configuration: called by the server over HTTP."""
import os
import subprocess
import tempfile

from .stub_server import Reply, StubServer
from .system_test import SystemTest
from .waiting import wait_until


class RemoteTools(SystemTest):

    def stub(self, answer, **options):
        stub = StubServer(answer, **options)
        self.addCleanup(stub.close)
        return stub

    def client_with(self, tools, **options):
        return self.client({"tools": tools}, **options)

    def test_a_call_is_one_request_and_its_answer_the_value(self):
        stub = self.stub(lambda asked: Reply({"hits": [asked.json()["q"], 1.0]}))
        tools = {"search": {"url": stub.url("/find?v=2"), "headers": {"Authorization": "Bearer ${T_AUTH}"},
                            "description": "Finds.", "parameters": {"type": "object", "required": ["q"]}}}
        client = self.client_with(tools, environment={"T_AUTH": "s3cret"})
        result = client.result("tool.search(q='x'), tool.list()[0]['name']", "s")
        self.assertEqual(result["content"][0]["text"], "({'hits': ['x', 1.0]}, 'search')")
        status = result["details"]["statusEvents"][0]
        self.assertEqual((status["op"], status["name"], status["ok"]), ("tool", "search", True))
        asked = stub.asked[0]
        self.assertEqual((asked.method, asked.path), ("POST", "/find?v=2"))
        self.assertEqual(asked.headers["Authorization"], "Bearer s3cret")
        self.assertEqual(asked.headers["Content-Type"], "application/json")
        self.assertEqual(asked.headers["Host"], f"127.0.0.1:{stub.port}")
        self.assertNotIn("s3cret", client.text("import os; print(os.environ)", "s") + client.server.log())
        self.assertIn("'q'", client.text("try: tool.search()\nexcept Exception as e: print(e)", "s"))
        self.assertEqual(len(stub.asked), 1)

    def test_texts_nothing_and_errors(self):
        replies = {"/text": Reply(b"plain \xc3\xa9", content_type="text/plain; charset=utf-8"), "/none": Reply(b"", 204),
                   "/bad": Reply(b"{", 200), "/missing": Reply(b"no such index", 404, "text/plain"),
                   "/away": Reply(b"", 302, headers={"Location": "http://127.0.0.1:1/"}),
                   "/big": Reply(b"x" * (9 << 20), content_type="text/plain"), "/gone": None}
        stub = self.stub(lambda asked: replies[asked.path])
        client = self.client_with({path[1:]: {"url": stub.url(path)} for path in replies})
        text = client.text("print([tool.text(), tool.none()])\nfor name in 'bad', 'missing', 'away', 'big', 'gone':\n"
                           "    try: print(tool[name]())\n    except RuntimeError as e: print(e)")
        self.assertEqual(text.splitlines(), [
            "['plain é', None]",
            "tool bad answered with what is no valid JSON",
            "tool missing answered 404: no such index",
            "tool away answered with a redirect to elsewhere, which is not followed",
            "tool big answered with more than 8 MiB",
            "tool gone broke off before its answer was whole"])
        self.assertEqual([asked.path for asked in stub.asked].count("/gone"), 1, "sent, so not tried again")

    def test_a_redirect_within_the_place_is_followed_with_the_same_request(self):
        def answer(asked):
            if asked.path == "/a":
                return Reply(b"", 307, headers={"Location": "/b"})
            return Reply([asked.method, asked.json()])
        stub = self.stub(answer)
        client = self.client_with({"t": {"url": stub.url("/a"), "method": "PUT"}})
        self.assertEqual(client.text("tool.t(x=1)"), "['PUT', {'x': 1}]")

    def test_a_server_that_is_not_there_is_tried_again_and_then_told(self):
        stub = self.stub(lambda asked: Reply(1))
        port = stub.port
        stub.close()
        client = self.client_with({"t": {"url": f"http://127.0.0.1:{port}/"}})
        text = client.text("import time; t = time.monotonic()\ntry: tool.t()\nexcept RuntimeError as e: print(e, time.monotonic() - t > 0.4)")
        self.assertEqual(text, "tool t cannot be reached True")

    def test_a_slow_server_is_given_up_and_a_cancelled_cell_gives_its_call_up(self):
        import threading
        release = threading.Event()
        self.addCleanup(release.set)

        def answer(asked):
            release.wait(30)
            return Reply(1)
        stub = self.stub(answer)
        client = self.client_with({"slow": {"url": stub.url(), "timeout": "300ms"}, "slower": {"url": stub.url()}})
        self.assertEqual(client.text("try: tool.slow()\nexcept RuntimeError as e: print(e)", "s"), "tool slow did not answer in time")
        before = self.descriptors_of(client.server)
        stream = self.stream(client, "x = 1\ntool.slower()", "s")
        wait_until(lambda: len(stub.asked) == 2, "the call")
        self.assertEqual(client.post("/sessions/s/interrupt").status, 202)
        self.assertTrue(stream.until("run.finished")["result"]["isError"])
        self.assertEqual(client.text("x", "s"), "1")
        stream.close()
        wait_until(lambda: self.descriptors_of(client.server) <= before, "the end of the connections")

    def test_pauses_timeout(self):
        def answer(asked):
            import threading
            threading.Event().wait(1.5)
            return Reply("done")
        stub = self.stub(answer)
        client = self.client_with({"long": {"url": stub.url(), "pausesTimeout": True}})
        self.assertEqual(client.text("print(tool.long())", timeout=1), "done")

    def test_faults_of_the_configuration_stop_the_start(self):
        from .server import Server
        for tool, fault in (({"url": "http://x", "parameters": {"$ref": "http://y"}}, "tools.t.parameters: "),
                            ({"url": "http://x", "headers": {"A": "${T_UNSET}"}}, "T_UNSET is not set")):
            server = Server({"tools": {"t": tool}})
            self.addCleanup(server.stop)
            server.launch()
            self.assertNotEqual(server.wait(20), 0)
            self.assertIn(fault, server.log())


class Tls(SystemTest):
    """The server's certificate and name are verified."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="evald-test-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.certificate = os.path.join(cls.folder.name, "both.pem")
        key, certificate = os.path.join(cls.folder.name, "key"), os.path.join(cls.folder.name, "certificate.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        with open(cls.certificate, "wb") as both:
            for part in (key, certificate):
                with open(part, "rb") as file:
                    both.write(file.read())
        cls.trusted = certificate

    def test_only_a_trusted_certificate_of_that_name_will_do(self):
        stub = StubServer(lambda asked: Reply("secret"), certificate=self.certificate)
        self.addCleanup(stub.close)
        tools = {"named": {"url": stub.url("/", "localhost")}, "other": {"url": stub.url("/", "127.0.0.1")}}
        code = "for name in 'named', 'other':\n    try: print(tool[name]())\n    except RuntimeError as e: print(e)"
        trusting = self.client({"tools": tools}, environment={"SSL_CERT_FILE": self.trusted})
        self.assertEqual(trusting.text(code).splitlines(), ["secret", "tool other has a certificate that is not trusted"])
        wary = self.client({"tools": tools})
        self.assertEqual(wary.text(code).splitlines(), ["tool named has a certificate that is not trusted",
                                                        "tool other has a certificate that is not trusted"])
        self.assertEqual(len(stub.asked), 1)
