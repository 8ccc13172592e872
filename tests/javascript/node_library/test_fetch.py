"""fetch against a server of the test's own, and what `process` tells its listeners."""

import gzip
import http.server
import json
import os
import sys
import threading
import zlib

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from runner import RunnerTest  # noqa: E402


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    ended = threading.Event()

    def log_message(self, *_):
        pass

    def answer(self, status, body, **headers):
        self.send_response(status)
        for name, value in dict(headers, Content_Length=len(body)).items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.send_bytes(body)

    def send_bytes(self, data):
        try:
            self.wfile.write(data)
        except ConnectionError:
            pass  # aborted, or left unread, as wanted

    def do_GET(self):
        if self.path == "/moved":
            return self.answer(302, b"", Location="/zipped")
        if self.path == "/closed":
            self.close_connection = True
            return None
        if self.path == "/hints":
            body = b"after the hints"
            hints = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
            self.wfile.write(hints + b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
            return None
        if self.path == "/broken":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe first part")
            self.close_connection = True
            return None
        if self.path.startswith("/drip"):
            return self.drip()
        if self.path == "/raw":
            packed = zlib.compressobj(wbits=-15)
            return self.answer(200, packed.compress(b"raw bytes") + packed.flush(), Content_Encoding="deflate")
        if self.path == "/no-gzip":
            return self.answer(200, b"this is none", Content_Encoding="gzip")
        if self.path == "/large":
            return self.answer(200, b"0123456789abcdef" * (8 << 16))
        if self.path == "/slow":
            self.ended.wait(10)
        return self.answer(200, gzip.compress(json.dumps({"path": self.path}).encode()), Content_Encoding="gzip")

    def drip(self):
        """A first piece, and a second one when `ended` is set, which who has read the first one does."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        packed = zlib.compressobj(wbits=31) if self.path == "/drip-zipped" else None
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        for text in (b"first ", b"second"):
            piece = packed.compress(text) + packed.flush(zlib.Z_SYNC_FLUSH) if packed else text
            self.send_bytes(b"%x\r\n%s\r\n" % (len(piece), piece))
            if text == b"first ":
                self.ended.wait(10)
        self.send_bytes(b"0\r\n\r\n")

    def do_DELETE(self):
        self.ended.set()
        self.answer(200, b"gone on")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(201, (self.headers["Content-Type"] + "|").encode() + body)


class FetchTest(RunnerTest):
    def setUp(self):
        super().setUp()
        Handler.ended = threading.Event()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(Handler.ended.set)
        self.url = "http://127.0.0.1:%d" % server.server_port

    def test_redirects_and_gzip(self):
        self.assertEqual(self.value("const r = await fetch('%s/moved'); [r.status, r.redirected, await r.json()]" % self.url),
                         "[ 200, true, { path: '/zipped' } ]")

    def test_bodies(self):
        self.assertEqual(
            self.value("const r = await fetch('%s/', { method: 'POST', body: new URLSearchParams({ a: 'b c' }) });\n"
                       "[r.status, r.ok, await r.text()]" % self.url),
            "[ 201, true, 'application/x-www-form-urlencoded;charset=UTF-8|a=b+c' ]")

    def test_bodies_come_as_they_are_sent(self):
        for path in ("/drip", "/drip-zipped"):
            Handler.ended.clear()
            # Only what has been read makes the server go on.
            self.assertEqual(
                self.value("const r = await fetch('%s%s'), seen = [], text = new TextDecoder();\n"
                           "for await (const piece of r.body) {\n"
                           "  seen.push(text.decode(piece));\n"
                           "  if (seen.length === 1) await fetch('%s/', { method: 'DELETE' });\n"
                           "}\n[seen, r.bodyUsed]" % (self.url, path, self.url)), "[ [ 'first ', 'second' ], true ]", path)

    def test_readers_and_clones(self):
        self.assertEqual(
            self.value("const r = await fetch('%s/zipped'), copy = r.clone(), reader = r.body.getReader();\n"
                       "let length = 0;\n"
                       "for (let part; !(part = await reader.read()).done;) length += part.value.length;\n"
                       "const again = await r.text().catch(e => e.name);\n"
                       "[length, again, r.bodyUsed, await copy.json(), copy.bodyUsed]" % self.url),
            "[ 19, 'TypeError', true, { path: '/zipped' }, true ]")

    def test_large_bodies(self):
        self.assertEqual(self.value("const bytes = await (await fetch('%s/large')).arrayBuffer();\n"
                                    "[bytes.byteLength, Buffer.from(bytes, 16 * 99999, 16).toString()]" % self.url),
                         "[ 8388608, '0123456789abcdef' ]")

    def test_responses_that_nobody_reads(self):
        self.assertEqual(self.value("let count = 0;\n"
                                    "for (let i = 0; i < 20; i++) count += (await fetch('%s/large')).ok;\n"
                                    "count" % self.url), "20")

    def test_pipes(self):
        self.assertEqual(
            self.value("const { Readable } = require('stream');\n"
                       "const parts = [];\n"
                       "for await (const part of Readable.fromWeb((await fetch('%s/zipped')).body)) parts.push(part);\n"
                       "const text = [];\n"
                       "await (await fetch('%s/raw')).body.pipeThrough(new TextDecoderStream())"
                       ".pipeTo(new WritableStream({ write(t) { text.push(t); } }));\n"
                       "[Buffer.concat(parts).toString(), text]" % (self.url, self.url)),
            "[ '{\"path\": \"/zipped\"}', [ 'raw bytes' ] ]")

    def test_provisional_responses(self):
        self.assertEqual(self.value("await (await fetch('%s/hints')).text()" % self.url), "after the hints")

    def failure_of_body(self, path):
        return self.value("const r = await fetch('%s%s');\nlet e;\ntry { await r.text(); } catch (error) { e = error; }\n"
                          "[r.status, e.name, e.message, e.cause.code]" % (self.url, path))

    def test_bodies_that_break_off(self):
        self.assertEqual(self.failure_of_body("/broken"), "[ 200, 'TypeError', 'terminated', 'UND_ERR_SOCKET' ]")
        self.assertEqual(self.failure_of_body("/no-gzip"), "[ 200, 'TypeError', 'terminated', 'Z_DATA_ERROR' ]")

    def test_abort_of_a_body(self):
        self.assertEqual(
            self.value("const c = new AbortController(), r = await fetch('%s/drip', { signal: c.signal });\n"
                       "const reader = r.body.getReader(), first = await reader.read();\n"
                       "const next = reader.read().catch(e => e.name);\nc.abort();\n"
                       "[first.value.length, await next]" % self.url), "[ 6, 'AbortError' ]")

    def test_abort(self):
        self.assertEqual(self.value("let name;\ntry { await fetch('%s/slow', { signal: AbortSignal.timeout(50) }); }\n"
                                    "catch (e) { name = e.name; }\nname" % self.url), "TimeoutError")

    def test_refused(self):
        self.assertEqual(self.value("let e;\ntry { await fetch('http://127.0.0.1:9/'); } catch (error) { e = error; }\n"
                                    "[e.name, e.message, e.cause.code]"), "[ 'TypeError', 'fetch failed', 'ECONNREFUSED' ]")


    def test_a_server_that_closes_without_an_answer(self):
        self.assertEqual(self.value("let e;\ntry { await fetch('%s/closed'); } catch (error) { e = error; }\n"
                                    "[e.name, e.message, e.cause.code]" % self.url),
                         "[ 'TypeError', 'fetch failed', 'UND_ERR_SOCKET' ]")


class ProcessTest(RunnerTest):
    def test_exceptions_of_timers(self):
        cell = self.run_cell("process.on('uncaughtException', e => console.log('told', e.message));\n"
                             "setTimeout(() => { throw new Error('in a timer'); }, 1);\n"
                             "await new Promise(r => setTimeout(r, 30));")
        self.assertEqual((cell.text(), cell.done["status"]), ("told in a timer\n", "ok"))

    def test_rejections(self):
        cell = self.run_cell("process.on('unhandledRejection', e => console.log('told', e.message));\n"
                             "Promise.reject(new Error('floating'));\n1")
        self.assertEqual((cell.text(), cell.done["status"]), ("told floating\n", "ok"))

    def test_exit(self):
        cell = self.run_cell("process.on('exit', code => console.log('bye', code));\nprocess.exit(3)")
        self.assertEqual((cell.text(), cell.done["exitCode"], cell.done["restart"]), ("bye 3\n", 3, True))
