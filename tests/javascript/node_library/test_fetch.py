"""fetch against a server of the test's own, and what `process` tells its listeners."""

import gzip
import http.server
import json
import os
import sys
import threading

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
        try:
            self.wfile.write(body)
        except BrokenPipeError:
            pass  # aborted, as wanted

    def do_GET(self):
        if self.path == "/moved":
            return self.answer(302, b"", Location="/zipped")
        if self.path == "/closed":
            self.close_connection = True
            return None
        if self.path == "/slow":
            self.ended.wait(10)
        return self.answer(200, gzip.compress(json.dumps({"path": self.path}).encode()), Content_Encoding="gzip")

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
