"""Several callers behind the balancer: what is one's is nobody else's, on whatever node; a page stays signed in."""
import hashlib
import json
import re
import unittest

from tests.deploy.balancer import Balancer, haproxy, node
from tests.deploy.test_balancer import NODES
from tests.system.http_client import Client
from tests.system.system_test import SystemTest

LARGE = "for i in range(100000): print(i, mine)"


def secret(name):
    return f"tenant-test-token-of-{name}"


def token(name):
    return {"name": name, "sha256": hashlib.sha256(secret(name).encode()).hexdigest(), "scopes": ["eval", "watch"]}


@unittest.skipUnless(haproxy(), "haproxy is not installed")
class Behind(SystemTest):

    def setUp(self):
        config = {"auth": {"tokens": [token("ann"), token("ben")]}}
        self.nodes = [node(number, None, config) for number in range(NODES)]
        for server in self.nodes:
            self.addCleanup(server.stop)
            server.start()
        self.balancer = self.enterContext(Balancer(self.nodes, None))
        self.ann, self.ben = (Client(self.balancer, token=secret(name)) for name in ("ann", "ben"))


class Tenants(Behind):

    def fill(self, client, name, session=None):
        """A session with a value, a file, an artifact and a run; answers its id and the paths of the rest."""
        result = client.result(f"mine = '{name}'\nopen('mine.txt', 'w').write(mine)\n{LARGE}", session)
        session = result["session"]
        artifact = re.search(r'"artifact": "([^"]+)"', json.dumps(result)).group(1)
        return session, [f"/sessions/{session}/files/mine.txt", f"/artifact/{artifact}", f"/runs/{result['run']}",
                         f"/sessions/{session}", f"/sessions/{session}/events"]

    def spread(self, client, name):
        """Filled sessions on all nodes."""
        filled = [self.fill(client, name) for _ in range(2 * NODES)]
        self.assertEqual({session.split("-")[1] for session, _ in filled}, {str(number) for number in range(NODES)})
        return filled

    def listed(self, client):
        """The sessions of a caller on each node, as the nodes themselves list them, by the node's name."""
        lists = [Client(server, token=client.token).get("/sessions").json() for server in self.nodes]
        return {one["node"]: {session["id"] for session in one["sessions"]} for one in lists}

    def test_what_is_on_another_node_is_no_less_anothers(self):
        anns, bens = self.spread(self.ann, "ann"), self.spread(self.ben, "ben")
        for client, own, foreign in ((self.ann, anns, bens), (self.ben, bens, anns)):
            for _, paths in own:
                self.assertEqual([client.get(path).status for path in paths[:4]], [200] * 4)
            for session, paths in foreign:
                self.assertEqual({client.get(path).status for path in paths[:4]}, {404})
                self.assertEqual(client.get(f"/artifacts?session={session}").json().get("artifacts", []), [])
                self.assertEqual(client.post(paths[2] + "/cancel").status, 404)
                self.assertEqual(client.delete(f"/sessions/{session}").status, 404)
            listed = self.listed(client)
            self.assertEqual(set().union(*listed.values()), {session for session, _ in own})
            for name, sessions in listed.items():
                self.assertTrue(all(session.startswith(name + "-") for session in sessions), listed)

    def test_one_name_is_a_session_of_each(self):
        for number in range(2 * NODES):
            name = f"shared-{number}"
            self.fill(self.ann, "ann", name)
            begun = self.ben.result("print('mine' in dir()); import os; print(os.listdir('.'))", name)
            self.assertEqual(begun["content"][0]["text"], "False\n[]")
            self.assertIs(begun["sessionCreated"], True)
            self.fill(self.ben, "ben", name)
            for client, value in ((self.ann, "ann"), (self.ben, "ben")):
                self.assertEqual(client.text("mine", name), f"'{value}'")
                self.assertEqual(client.get(f"/sessions/{name}/files/mine.txt").body, value.encode())
            self.assertEqual(self.ben.delete(f"/sessions/{name}").status, 204)
            self.assertEqual(self.ann.text("mine", name), "'ann'")

    def test_a_list_says_whose_sessions_it_has(self):
        filled = self.spread(self.ann, "ann")
        for _ in range(NODES):
            answer = self.ann.get("/sessions").json()
            own = {session for session, _ in filled if session.startswith(answer["node"] + "-")}
            self.assertEqual({session["id"] for session in answer["sessions"]}, own)


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
        for path in ("/sessions", "/version", "/artifact/unknown"):
            self.assertIsNone(self.ann.get(path).header("Set-Cookie"))
        self.assertIsNone(self.ann.eval("1").header("Set-Cookie"))


if __name__ == "__main__":
    unittest.main()
