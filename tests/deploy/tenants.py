"""Two callers, each with a token of its own, behind a balancer: what is one's is nobody else's, on whatever node."""
import hashlib
import json
import re

from tests.system.http_client import Client
from tests.system.waiting import wait_until

NODES = 3
NAMES = {f"evald-{number}" for number in range(NODES)}
LARGE = "for i in range(100000): print(i, mine)"


def secret(name):
    return f"tenant-test-token-of-{name}"


def token(name):
    """What auth.tokens says of a caller."""
    return {"name": name, "sha256": hashlib.sha256(secret(name).encode()).hexdigest(), "scopes": ["eval", "watch"]}


TOKENS = [token("ann"), token("ben")]


class Tenants:
    """Tests for a SystemTest that calls meet() in its setUp."""

    def meet(self, balancer):
        self.ann, self.ben = (Client(balancer, token=secret(name)) for name in ("ann", "ben"))

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
        """The sessions of a caller on each node by the node's name, asked until each has answered."""
        lists = {}

        def all_have_answered():
            answer = client.get("/sessions").json()
            lists[answer["node"]] = {session["id"] for session in answer["sessions"]}
            return set(lists) == NAMES
        wait_until(all_have_answered, "a list of each node")
        return lists

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
