"""An HTTP server inside the test: stands for the server of a configured tool, or for a completion API."""
import http.server
import json
import ssl
import threading


class Reply:
    """What the stub answers with."""

    def __init__(self, body=None, status=200, content_type="application/json", headers=None):
        self.body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.status = status
        self.headers = {"Content-Type": content_type, **(headers or {})}


class Asked:
    """A request that came."""

    def __init__(self, method, path, headers, body):
        self.method, self.path, self.headers, self.body = method, path, headers, body

    def json(self):
        return json.loads(self.body)


class StubServer:
    """Answers each request with answer(asked), on a thread of its own. `certificate`: a file with key and certificate."""

    def __init__(self, answer, certificate=None):
        self.asked = []
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                asked = Asked(self.command, self.path, self.headers, body)
                stub.asked.append(asked)
                reply = answer(asked)
                if reply is None:
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body)

            do_PUT = do_PATCH = do_GET = do_POST

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # a client that went away, or does not trust us

        self.server = Server(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.scheme = "https" if certificate else "http"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    @property
    def port(self):
        return self.server.server_address[1]

    def url(self, path="/", host="127.0.0.1"):
        return f"{self.scheme}://{host}:{self.port}{path}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)
