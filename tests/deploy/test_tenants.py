"""Several callers behind the balancer on loopback; a page stays signed in."""
import unittest

from tests.deploy.balancer import Balancer, haproxy, node
from tests.deploy.tenants import NODES, TOKENS, Tenants, secret
from tests.system.http_client import Client
from tests.system.system_test import SystemTest


@unittest.skipUnless(haproxy(), "haproxy is not installed")
class Behind(SystemTest):

    def setUp(self):
        self.nodes = [node(number, None, {"auth": {"tokens": TOKENS}}) for number in range(NODES)]
        for server in self.nodes:
            self.addCleanup(server.stop)
            server.start()
        self.balancer = self.enterContext(Balancer(self.nodes, None))


class Meeting(Tenants, Behind):

    def setUp(self):
        super().setUp()
        self.meet(self.balancer)


class Page(Behind):
    """A browser: no token, but the cookies that it was given."""

    def browser(self, name):
        signed_in = Client(self.balancer, token=None).post("/login", {"token": secret(name)})
        self.assertEqual(signed_in.status, 204, signed_in)
        cookies = [value.split(";")[0] for value in signed_in.headers.get_all("Set-Cookie")]
        browser = Client(self.balancer, token=None)
        browser.csrf = next(value.partition("=")[2] for value in cookies if value.startswith("evald_csrf="))
        browser.headers = lambda more=None: {"Cookie": "; ".join(cookies), **(more or {})}
        return browser

    def test_who_signed_in_stays_with_the_node_that_knows_it(self):
        nodes = set()
        for _ in range(2 * NODES):
            browser = self.browser("ann")
            answers = [browser.get("/sessions") for _ in range(2 * NODES)]
            self.assertEqual([answer.status for answer in answers], [200] * len(answers))
            self.assertEqual(len({answer.json()["node"] for answer in answers}), 1)
            nodes.add(answers[0].json()["node"])
        self.assertGreater(len(nodes), 1, "everybody is at one node")

    def test_a_session_that_a_page_begins_is_at_its_node(self):
        browser = self.browser("ann")
        home = browser.get("/sessions").json()["node"]
        for number in range(2 * NODES):
            answer = browser.eval("1 + 1", f"of-the-page-{number}", headers={"X-CSRF-Token": browser.csrf})
            self.assertEqual(answer.status, 200, answer)
            self.assertEqual(browser.get(f"/sessions/of-the-page-{number}").status, 200)
        listed = browser.get("/sessions").json()
        self.assertEqual((listed["node"], len(listed["sessions"])), (home, 2 * NODES))

    def test_callers_with_a_token_get_no_cookie(self):
        ann = Client(self.balancer, token=secret("ann"))
        for path in ("/sessions", "/version", "/artifact/unknown"):
            self.assertIsNone(ann.get(path).header("Set-Cookie"))
        self.assertIsNone(ann.eval("1").header("Set-Cookie"))


if __name__ == "__main__":
    unittest.main()
