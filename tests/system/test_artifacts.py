"""Artifacts: what is too long for an answer, stored whole, owned, and found again after a restart."""
import hashlib
import os
import signal
import tempfile
import shutil

from .http_client import Client
from .server import Server
from .system_test import SystemTest
from .waiting import wait_until

LINES = "for i in range(20000): print('line', i)"
WHOLE = "\n".join(f"line {i}" for i in range(20000)).encode()


class Artifacts(SystemTest):

    def spilled(self, client, code=LINES, session="s"):
        truncation = client.result(code, session)["details"]["meta"]["truncation"]
        return truncation["artifact"], truncation

    def test_it_is_byte_for_byte_what_the_text_would_have_been(self):
        client = self.client()
        result = client.result(LINES, "s")
        truncation = result["details"]["meta"]["truncation"]
        text = result["content"][0]["text"]
        whole = client.get(f"/artifact/{truncation['artifact']}")
        self.assertEqual(whole.body, WHOLE)
        self.assertEqual(truncation["totalBytes"], len(WHOLE))
        self.assertEqual(truncation["totalLines"], 20000)
        self.assertIn(f"/artifact/{truncation['artifact']}", text)
        self.assertTrue(text.startswith("line 0\nline 1\n"))
        self.assertTrue(text.endswith("line 19998\nline 19999"))
        self.assertLess(len(text.encode()), 52000)
        self.assertFalse(result["isError"])

    def test_ranges(self):
        client = self.client()
        path = "/artifact/" + self.spilled(client)[0]
        size = len(WHOLE)
        for asked, start, end in (("bytes=0-9", 0, 9), ("bytes=100-199", 100, 199), ("bytes=-5", size - 5, size - 1),
                                  (f"bytes={size - 3}-", size - 3, size - 1), ("bytes=5-99999999", 5, size - 1)):
            with self.subTest(range=asked):
                answer = client.get(path, Range=asked)
                self.assertEqual(answer.status, 206)
                self.assertEqual(answer.header("Content-Range"), f"bytes {start}-{end}/{size}")
                self.assertEqual(answer.body, WHOLE[start:end + 1])
        beyond = client.get(path, Range="bytes=99999999-")
        self.assertEqual((beyond.status, beyond.header("Content-Range")), (416, f"bytes */{size}"))
        for nonsense in ("lines=1-2", "bytes=x-y", "bytes=9-1"):
            with self.subTest(range=nonsense):
                self.assertEqual(client.get(path, Range=nonsense).status, 200)

    def test_etag_and_head(self):
        client = self.client()
        path = "/artifact/" + self.spilled(client)[0]
        head = client.request("HEAD", path)
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(int(head.header("Content-Length")), len(WHOLE))
        tag = head.header("ETag")
        for value in (tag, f'"other", {tag}', "*", f"W/{tag}"):
            with self.subTest(value=value):
                same = client.get(path, If_None_Match=value)
                self.assertEqual((same.status, same.body), (304, b""))
        self.assertEqual(client.get(path, If_None_Match='"other"').status, 200)

    def test_it_cannot_run_in_the_origin(self):
        client = self.client()
        path = "/artifact/" + self.spilled(client, "print('<script>alert(1)</script>\\n' * 5000)")[0]
        answer = client.get(path)
        self.assertEqual(answer.content_type, "text/plain")
        self.assertEqual(answer.header("X-Content-Type-Options"), "nosniff")
        self.assertIn("sandbox", answer.header("Content-Security-Policy"))
        self.assertIsNotNone(answer.header("Content-Disposition"))

    def test_the_list_is_by_session(self):
        client = self.client()
        one, _ = self.spilled(client, session="one")
        two, _ = self.spilled(client, session="two")
        everything = {entry["id"]: entry for entry in client.get("/artifacts").json()["artifacts"]}
        self.assertEqual(set(everything), {one, two})
        self.assertEqual(everything[one]["bytes"], len(WHOLE))
        listed = client.get("/artifacts?session=one").json()["artifacts"]
        self.assertEqual([entry["id"] for entry in listed], [one])

    def test_it_goes_with_its_session(self):
        client = self.client()
        path = "/artifact/" + self.spilled(client)[0]
        client.delete("/sessions/s")
        self.assert_problem(client.get(path), 404)

    def test_ids_are_long_and_nothing_else_is_a_path(self):
        client = self.client()
        name = self.spilled(client)[0]
        self.assertGreaterEqual(len(name), 26)
        for path in ("../" + name, name + "0", name.upper(), "%2e%2e/" + name, ""):
            with self.subTest(path=path):
                self.assertEqual(client.get("/artifact/" + path).status, 404)

    def test_a_large_image_becomes_one(self):
        client = self.client({"output": {"image_bytes": "1KiB"}})
        code = ("import base64, os\nclass Picture:\n    def _repr_mimebundle_(self, **_):\n"
                "        return {'image/png': base64.b64encode(os.urandom(5000)).decode()}\nPicture()")
        block = client.result(code, "s")["content"][1]
        self.assertEqual((block["type"], block["mimeType"]), ("image", "image/png"))
        answer = client.get("/artifact/" + block["artifact"])
        self.assertEqual((answer.content_type, len(answer.body)), ("image/png", 5000))

    def test_a_full_disk_is_told_and_is_no_error(self):
        client = self.client()
        client.result("1", "s")
        # Nothing more may be written to where artifacts are stored.
        folders = [os.path.join(root, name) for root, names, _ in os.walk(client.server.data) for name in names
                   if "artifact" in name]
        self.assertTrue(folders)
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
            with open(folder, "w", encoding="ascii") as file:
                file.write("in the way")
        result = client.result(LINES, "s")
        self.assertFalse(result["isError"])
        self.assertIn("artifactError", result["details"]["meta"])
        self.assertTrue(result["content"][0]["text"].endswith("line 19999"))


class Restart(SystemTest):

    def test_an_artifact_is_found_again_and_still_owned(self):
        data = tempfile.mkdtemp(prefix="evald-test-data-")
        self.addCleanup(shutil.rmtree, data, True)
        other = {"name": "other", "sha256": hashlib.sha256(b"other").hexdigest(), "scopes": ["eval"]}
        for ending in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(ending=ending.name):
                first = self.serve({"auth": {"tokens": [other]}}, data=data)
                client = Client(first)
                truncation = client.result(LINES, "s")["details"]["meta"]["truncation"]
                path = "/artifact/" + truncation["artifact"]
                tag = client.request("HEAD", path).header("ETag")
                first.signal(ending)
                first.wait()
                second = Server({"auth": {"tokens": [other]}}, data=data)
                self.addCleanup(second.stop)
                second.start()
                again = Client(second)
                self.assertEqual(again.get(path).body, WHOLE)
                self.assertEqual(again.request("HEAD", path).header("ETag"), tag)
                self.assertIn(truncation["artifact"], again.get("/artifacts?session=s").body.decode())
                self.assert_problem(Client(second, token="other").get(path), 404)
                second.signal(signal.SIGTERM)
                second.wait()

    def test_what_was_never_finished_is_gone_after_a_crash(self):
        data = tempfile.mkdtemp(prefix="evald-test-data-")
        self.addCleanup(shutil.rmtree, data, True)
        first = self.serve(data=data)
        client = Client(first)
        stream = self.stream(client, "while True: print('x' * 1000)", "s")
        wait_until(lambda: self.stored_bytes(data) > 1_000_000, "output on the disk")
        first.crash()
        stream.close()
        second = self.serve(data=data)
        self.assertEqual(Client(second).get("/artifacts").json()["artifacts"], [])
        wait_until(lambda: self.stored_bytes(data) < 1_000_000, "the removal of what is left over")

    def stored_bytes(self, data):
        total = 0
        for root, _, names in os.walk(os.path.join(data, "artifacts")):
            for name in names:
                try:
                    total += os.path.getsize(os.path.join(root, name))
                except OSError:
                    pass
        return total
