"""Access, by walking the contract: every route keeps to the scope that it names."""
from openapi_case import ContractTest, config, filled, implemented
from tests.system.http_client import Client

# A scope that a route with this one does not take.
LACKING = {"eval": "watch", "watch": "metrics", "metrics": "eval"}
TAKEN = {"eval": ("eval",), "watch": ("eval", "watch"), "metrics": ("metrics",)}


class Access(ContractTest):

    def test_every_route_names_its_scope_and_keeps_to_it(self):
        server = self.serve(config())
        for operation in implemented():
            if operation.scope == "none":
                continue
            for token, status in ((None, 401), ("wrong", 401), (f"only-{LACKING[operation.scope]}", 403)):
                with self.subTest(operation=operation.name, token=token):
                    caller = Client(server, token=token)
                    self.expect(status, caller, operation.method, operation.path, at=filled(operation.path))

    def test_a_token_with_the_scope_is_let_in(self):
        server = self.serve(config())
        for operation in implemented():
            if operation.scope == "none" or operation.path.endswith("/events"):
                continue
            for scope in TAKEN[operation.scope]:
                with self.subTest(operation=operation.name, scope=scope):
                    caller = Client(server, token=f"only-{scope}")
                    answer = self.ask(caller, operation.method, operation.path, at=filled(operation.path))
                    self.assertNotIn(answer.status, (401, 403))

    def test_too_many_failures_are_429_on_every_route(self):
        server = self.serve(config(auth={"failures_per_minute": 1}))
        caller = Client(server, token="wrong")
        caller.get("/sessions")
        caller.get("/sessions")
        self.expect(429, caller, "POST", "/login", {"token": "wrong"})
        for operation in implemented():
            if operation.scope != "none":
                with self.subTest(operation=operation.name):
                    self.expect(429, caller, operation.method, operation.path, at=filled(operation.path))

    def test_foreign_hosts_and_origins(self):
        client = self.client(config())
        for operation in implemented():
            for header, value in (("Host", "evil.example"), ("Origin", "https://evil.example")):
                if operation.scope != "none":
                    with self.subTest(operation=operation.name, header=header):
                        self.expect(403, client, operation.method, operation.path, headers={header: value},
                                    at=filled(operation.path))
