"""Three servers behind HAProxy, as deploy/haproxy.cfg has it: every request finds its session; a node may go."""
import json
import re
import signal
import unittest

from tests.deploy.balancer import Balancer, haproxy, node
from tests.deploy.load import Counter, Load
from tests.system.http_client import Client
from tests.system.system_test import SystemTest
from tests.system.waiting import wait_until

TOKEN = "balancer-test-token-0123456789"
NODES = 3


@unittest.skipUnless(haproxy(), "haproxy is not installed")
class BalancerTest(SystemTest):
    config = {}

    def setUp(self):
        self.nodes = [node(number, TOKEN, self.config) for number in range(NODES)]
        for server in self.nodes:
            self.addCleanup(server.stop)
            server.start()
        self.balancer = self.enterContext(Balancer(self.nodes, TOKEN))
        self.client = Client(self.balancer)

    def counters(self, each=3):
        """Callers with sessions on all nodes."""
        counters = [Counter(self.balancer).begin() for _ in range(each * NODES)]
        self.assertEqual({counter.node for counter in counters}, set(range(NODES)))
        return counters

    def all_count_on(self, counters, steps=5):
        goals = {counter: counter.count + steps for counter in counters}
        wait_until(lambda: all(counter.count >= goal for counter, goal in goals.items()), "every caller to count on", 30)


class Routing(BalancerTest):

    def test_new_sessions_go_to_all_nodes_and_stay_there(self):
        counters = self.counters()
        for _ in range(3):
            for counter in counters:
                counter.step()
        self.assertEqual([counter.count for counter in counters], [3] * len(counters))

    def test_a_session_is_found_by_header_by_query_by_path_and_by_body(self):
        for number in range(5):
            session = f"chosen-{number}"
            self.client.result("x = 1", session)
            by_header = self.client.eval("x", headers={"X-Session-Id": session})
            self.assertFalse(by_header.json()["isError"])
            self.assertEqual(self.client.get(f"/sessions/{session}").status, 200)
            self.assertEqual(self.client.get(f"/artifacts?session={session}").status, 200)
            # A body that the balancer sees only the beginning of.
            cells = [{"language": "py", "code": "# " + "a" * 300_000 + "\nx"}]
            self.assertFalse(self.client.post("/eval", {"session": session, "cells": cells}).json()["isError"])

    def test_a_body_may_name_its_session_after_its_cells(self):
        self.client.result("x = 1", "chosen")
        body = {"cells": [{"language": "py", "code": "x"}], "session": "chosen"}
        self.assertFalse(self.client.post("/eval", body).json()["isError"])

    def test_a_websocket_reaches_its_session(self):
        for number in range(4):
            self.client.result("x = 1", f"chosen-{number}")
            connection = self.websocket(Address(self.balancer), session=f"chosen-{number}")
            connection.send({"type": "eval", "id": 1, "cells": [{"language": "py", "code": "x"}]})
            finished = connection.until("run.finished")
            self.assertFalse(finished["result"]["isError"])

    def test_artifacts_and_runs_are_found_by_id_alone(self):
        result = self.client.result("for i in range(100000): print(i)")
        artifact = re.search(r'"artifact": "([^"]+)"', json.dumps(result)).group(1)
        detached = self.client.post("/eval", {"cells": [{"language": "py", "code": "1"}], "detach": True})
        paths = [f"/artifact/{artifact}", detached.header("Location")]
        self.assertEqual([self.client.get(path).status for path in paths * 6], [200] * 12)
        self.assertEqual(self.client.get("/artifact/unknown").status, 404)

    def test_a_run_elsewhere_can_be_cancelled_by_id(self):
        for _ in range(4):
            body = {"cells": [{"language": "py", "code": "import time; time.sleep(60)"}], "detach": True}
            path = self.client.post("/eval", body).header("Location")
            self.assertEqual(self.client.post(path + "/cancel").status, 202)

    def test_a_caller_who_goes_away_cancels_his_run(self):
        body = {"session": "s", "cells": [{"language": "py", "code": "import time; time.sleep(60)"}]}
        connection = self.client.connection()
        headers = {**self.client.headers(), "Content-Type": "application/json"}
        connection.request("POST", "/eval", json.dumps(body), headers)
        self.wait_running(self.client, "s")
        connection.close()
        wait_until(lambda: not self.session(self.client, "s").get("running"), "the end of the run", within=5)

    def test_a_stream_comes_as_it_happens(self):
        code = "import os, time\nprint('first')\nwhile not os.path.exists('go'): time.sleep(0.02)\nprint('second')"
        events = self.stream(self.client, code, "stream")
        events.until_text("first")
        self.assertEqual(self.client.request("PUT", "/sessions/stream/files/go", b"").status, 201)
        events.until("run.finished")

    def test_figures_of_a_node_are_not_for_callers(self):
        self.assertEqual(self.balancer.status("/metrics"), 404)


class Losses(BalancerTest):

    def test_a_killed_node_loses_its_own_sessions_and_their_callers_are_told(self):
        counters = self.counters()
        mine = [counter for counter in counters if counter.node == 1]
        waiting = self.in_background(self.client.eval, "import time; time.sleep(60)", mine[0].session)
        self.wait_running(self.client, mine[0].session)
        others = [counter for counter in counters if counter is not mine[0]]
        with Load(others):
            self.all_count_on(others)
            self.nodes[1].crash()
            self.assertEqual(waiting(5).status, 502)
            self.balancer.wait_state(1, "DOWN")
            self.all_count_on(others)
        for counter in others:
            self.assertEqual(counter.lost, [], counter.session)
            self.assertEqual(bool(counter.told), counter.node == 1, (counter.session, counter.told))

    def test_a_node_that_comes_back_gets_new_sessions_and_leaves_moved_ones_where_they_are(self):
        counter = next(counter for counter in self.counters() if counter.node == 2)
        self.nodes[2].crash()
        counter.step()
        self.assertEqual(counter.lost, [])
        restart(self.nodes[2])
        self.balancer.wait_state(2, "UP")
        counter.told.clear()
        for _ in range(3):
            counter.step()
        self.assertEqual((counter.told, counter.lost, counter.count), ([], [], 3))
        self.assertIn(2, {Counter(self.balancer).begin().node for _ in range(2 * NODES)})


class Draining(BalancerTest):
    config = {"server": {"drain_timeout": "2m"}}  # a slow build's thirty new sessions come first

    def test_a_node_drained_at_the_balancer_keeps_its_sessions_and_gets_no_new_ones(self):
        counters = self.counters()
        with Load(counters) as load:
            self.all_count_on(counters)
            self.balancer.command("set server evald/evald-1 state drain")
            self.balancer.wait_state(1, "DRAIN")
            new = [Counter(self.balancer).begin() for _ in range(3 * NODES)]
            self.all_count_on(counters)
        self.assertEqual(load.faults(), {})
        self.assertNotIn(1, {counter.node for counter in new})

    def test_sigterm_under_load_leaves_nobody_without_an_answer(self):
        counters = self.counters()
        code = "import os, time\nwhile not os.path.exists('go'): time.sleep(0.02)\nprint('finished')"
        busy = next(counter for counter in counters if counter.node == 1)
        running = self.in_background(self.client.text, code, busy.session)
        self.wait_running(self.client, busy.session)
        others = [counter for counter in counters if counter.node != 1]
        with Load(others) as load:
            self.nodes[1].signal(signal.SIGTERM)
            # From the first moment on: a node that has begun to drain before the balancer saw it refuses, and the
            # balancer asks the next.
            new = [Counter(self.balancer).begin() for _ in range(10 * NODES)]
            self.balancer.wait_state(1, "NOLB")
            self.assertEqual(self.client.request("PUT", f"/sessions/{busy.session}/files/go", b"").status, 201)
            self.assertEqual(running(), "finished")
            self.assertEqual(self.nodes[1].wait(), 0)
            self.all_count_on(others)
        self.assertEqual(load.faults(), {})
        self.assertNotIn(1, {counter.node for counter in new})


class Address:
    """What the WebSocket client wants of a server."""

    def __init__(self, balancer):
        self.token = balancer.token
        self.authority = f"{balancer.host}:{balancer.port}"


def restart(server):
    """Starts a crashed server again where it was."""
    server.arguments += ["--port", str(server.port)]
    with open(server.log_path, "wb"):
        pass  # its old start line
    server.start()


if __name__ == "__main__":
    unittest.main()
