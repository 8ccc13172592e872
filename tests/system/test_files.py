"""The files of a workspace: uploads, downloads, lists, and that nothing leads out of it."""
import http.client
import os
import socket
import urllib.parse

from . import processes
from .http_client import RawConnection
from .system_test import SystemTest
from .waiting import wait_until


def at(path, session="s"):
    return f"/sessions/{session}/files/{urllib.parse.quote(path)}"


class Files(SystemTest):

    def put(self, client, path, body=b"content", headers=None, session="s"):
        return client.request("PUT", at(path, session), body, headers)

    def names(self, client, folder="", session="s"):
        return [entry["name"] for entry in client.get(at(folder, session)).json()["entries"]]

    def test_what_is_uploaded_a_cell_can_read_and_the_other_way_round(self):
        client = self.client()
        first = self.put(client, "in/data.csv", b"a,b\n1,2\n")
        self.assertEqual((first.status, first.body), (201, b""))
        self.assertEqual(first.header("X-Session-Id"), "s")
        self.assertEqual(client.text("print(open('in/data.csv').read())", "s"), "a,b\n1,2")
        client.result("open('out.bin', 'wb').write(bytes(range(256)))", "s")
        answer = client.get(at("out.bin"))
        self.assertEqual((answer.status, answer.body), (200, bytes(range(256))))
        self.assertEqual(answer.content_type, "application/octet-stream")
        self.assertIn("attachment", answer.header("Content-Disposition"))

    def test_the_first_upload_makes_the_session(self):
        client = self.client()
        self.assert_problem(client.get(at("x")), 404)
        self.put(client, "x")
        self.assertFalse(client.result("1", "s")["sessionCreated"])

    def test_a_file_is_replaced_in_one_step_under_its_readers(self):
        client = self.client()
        self.put(client, "x", b"1" * 3_000_000)
        tag = client.request("HEAD", at("x")).header("ETag")
        connection = client.connection()
        self.addCleanup(connection.close)
        reading = client.send(connection, "GET", at("x"))
        head = reading.read(1000)
        second = self.put(client, "x", b"2" * 1000)
        self.assertEqual(second.status, 204)
        self.assertNotEqual(second.header("ETag"), tag)
        self.assertEqual(set(head + reading.read()), {ord("1")})
        self.assertEqual(client.get(at("x")).body, b"2" * 1000)

    def test_names_of_any_script_and_odd_ones(self):
        client = self.client()
        for name in ("räume.txt", "日本語 файл 📄.txt", "a b+c&d=e?f#g%h", "new\nline", "..hidden", "-rf", "'\"\\"):
            with self.subTest(name=name):
                self.assertEqual(self.put(client, f"names/{name}", name.encode()).status, 201)
                answer = client.get(at(f"names/{name}"))
                self.assertEqual(answer.body, name.encode())
                self.assertIn(name, self.names(client, "names"))
                self.assertEqual(client.delete(at(f"names/{name}")).status, 204)
        self.assertEqual(self.names(client, "names"), [])

    def test_ranges_and_conditions(self):
        client = self.client()
        self.put(client, "x", b"0123456789")
        part = client.get(at("x"), Range="bytes=2-4")
        self.assertEqual((part.status, part.body, part.header("Content-Range")), (206, b"234", "bytes 2-4/10"))
        tag = part.header("ETag")
        self.assertEqual(client.get(at("x"), If_None_Match=tag).status, 304)
        self.assertEqual(client.get(at("x"), Range="bytes=2-4", If_Range='"other"').status, 200)
        self.assert_problem(self.put(client, "x", b"y", {"If-None-Match": "*"}), 412)
        self.assertEqual(self.put(client, "y", b"y", {"If-None-Match": "*"}).status, 201)
        self.put(client, "x", b"9876543210")
        self.assertEqual(client.get(at("x"), If_None_Match=tag).status, 200)

    def test_a_list_tells_types_sizes_and_times(self):
        client = self.client()
        self.put(client, "b.txt", b"12345")
        client.result("import os\nos.mkdir('a')\nos.mkfifo('c')\nos.symlink('b.txt', 'd')\nos.symlink('/etc', 'e')", "s")
        entries = {entry["name"]: entry for entry in client.get("/sessions/s/files").json()["entries"]}
        types = {name: entry["type"] for name, entry in entries.items()}
        self.assertEqual(types, {"a": "folder", "b.txt": "file", "c": "other", "d": "file", "e": "other"})
        self.assertEqual((entries["b.txt"]["bytes"], entries["d"]["bytes"]), (5, 5))
        self.assertGreater(entries["b.txt"]["modified"], 1_600_000_000_000)
        self.assertEqual(client.get(at("") + "").json(), client.get("/sessions/s/files").json())

    def test_nothing_leads_out(self):
        client = self.client()
        client.result("import os\nos.symlink('/etc', 'out')\nos.symlink('../..', 'up')\nos.mkdir('in')\n"
                      "os.symlink('/etc/passwd', 'in/passwd')\nos.symlink('in', 'inside')", "s")
        for path in ("out", "out/passwd", "up", "in/passwd", "inside/passwd"):
            for method in ("GET", "HEAD"):
                with self.subTest(path=path, method=method):
                    self.assertEqual(client.request(method, at(path)).status, 403)
        for path in ("out/new", "up/new"):
            self.assertIn(self.put(client, path).status, (403, 409))
            self.assertEqual(client.delete(at(path)).status, 403)
        for path in ("../x", "a/../../x", "./x", "a//x", "a%2F..%2F..%2Fx", "%2e%2e/x", "x%00y", "%ff"):
            with self.subTest(path=path):
                answer = client.request("GET", "/sessions/s/files/" + path)
                self.assertIn(answer.status, (400, 404), answer)
        self.assertEqual(self.put(client, "inside/new", b"x").status, 201)
        self.assertEqual(client.get(at("in/new")).body, b"x")
        self.assertEqual(client.delete(at("out")).status, 204)
        self.assertTrue(os.path.exists("/etc/passwd"))

    def test_another_principal_sees_nothing_of_it(self):
        import hashlib
        other = {"name": "other", "sha256": hashlib.sha256(b"other").hexdigest(), "scopes": ["eval"]}
        client = self.client({"auth": {"tokens": [other]}})
        self.put(client, "x")
        stranger = type(client)(client.server, token="other")
        self.assert_problem(stranger.get(at("x")), 404)
        self.assertEqual(stranger.request("PUT", at("x"), b"theirs").status, 201)
        self.assertEqual(client.get(at("x")).body, b"content")

    def test_a_folder_and_a_file_in_each_others_way(self):
        client = self.client()
        self.put(client, "folder/x")
        self.put(client, "file")
        self.assert_problem(self.put(client, "folder"), 409)
        self.assert_problem(self.put(client, "file/x"), 409)
        self.assert_problem(self.put(client, "folder/"), 400)
        self.assert_problem(client.get(at("file/")), 404)
        self.assert_problem(client.delete("/sessions/s/files/"), 400)
        self.assertEqual(client.delete(at("folder")).status, 204)
        self.assertEqual(self.names(client), ["file"])

    def test_the_quota_holds_before_and_within_a_body(self):
        client = self.client({"workspace": {"max_bytes": "1MiB", "max_files": 3}})
        self.assert_problem(self.put(client, "x", b"x" * 1_100_000), 413)
        with RawConnection(client.server) as connection:  # nothing of the body is asked for
            connection.send(f"PUT {at('x')} HTTP/1.1\r\nHost: {client.server.authority}\r\n"
                            f"Authorization: Bearer {client.token}\r\nExpect: 100-continue\r\n"
                            "Content-Length: 5000000000\r\n\r\n")
            self.assertEqual(connection.read_response().status, 413)
        self.assert_problem(self.put(client, "x", iter([b"x" * 400_000] * 3)), 413)
        self.assertEqual(self.names(client), [])
        for name in "abc":
            self.assertEqual(self.put(client, name, b"x" * 300_000).status, 201)
        self.assert_problem(self.put(client, "d"), 413)
        self.assertEqual(self.put(client, "a", b"y" * 400_000).status, 204)
        self.assertEqual(client.delete(at("a")).status, 204)
        self.assertEqual(self.put(client, "d", b"x" * 300_000).status, 201)

    def test_an_upload_that_breaks_off_leaves_nothing(self):
        client = self.client()
        self.put(client, "kept", b"before")
        for path in ("kept", "new"):
            connection = socket.create_connection((client.server.host, client.server.port))
            connection.sendall((f"PUT {at(path)} HTTP/1.1\r\nHost: {client.server.authority}\r\n"
                                f"Authorization: Bearer {client.token}\r\nContent-Length: 1000000\r\n\r\n").encode())
            connection.sendall(b"x" * 500_000)
            connection.close()
        uploads = os.path.join(client.server.data, "uploads")
        wait_until(lambda: os.listdir(uploads) == [], "the removal of what broke off")
        self.assertEqual(self.names(client), ["kept"])
        self.assertEqual(client.get(at("kept")).body, b"before")

    def test_a_kept_connection_goes_on_after_an_upload(self):
        client = self.client()
        connection = client.connection()
        self.addCleanup(connection.close)
        for number in range(3):
            answer = client.send(connection, "PUT", at(f"{number}"), b"x" * 200_000)
            self.assertEqual((answer.status, answer.read()), (201, b""))
        answer = client.send(connection, "GET", "/sessions/s/files")
        self.assertEqual(len(http.client.HTTPResponse.read(answer)) > 0, True)

    def test_files_go_with_their_session(self):
        client = self.client()
        self.put(client, "x")
        client.delete("/sessions/s")
        self.assert_problem(client.get(at("x")), 404)
        self.put(client, "y")
        self.assertEqual(self.names(client), ["y"])
        workspaces = os.path.join(client.server.data, "workspaces")
        self.assertEqual(len(os.listdir(workspaces)), 1)


class LargeFiles(SystemTest):

    SIZE = 1 << 30
    PIECE = bytes(range(256)) * 4096  # 1 MiB

    def test_a_gigabyte_goes_in_and_out_through_little_memory(self):
        client = self.client({"workspace": {"max_bytes": "2GiB"}})
        client.get("/healthz")
        before = processes.resident_megabytes(client.server.pid)
        pieces = self.SIZE // len(self.PIECE)
        headers = {"Content-Length": str(self.SIZE)}
        answer = client.request("PUT", at("large"), iter([self.PIECE] * pieces), headers)
        self.assertEqual(answer.status, 201, answer)
        connection = client.connection()
        self.addCleanup(connection.close)
        download = client.send(connection, "GET", at("large"))
        count = 0
        while piece := download.read(len(self.PIECE)):
            self.assertEqual(piece, self.PIECE)
            count += 1
        self.assertEqual(count, pieces)
        memory = self.memory_of(client.server)
        memory.assert_never_over(before + 32)
