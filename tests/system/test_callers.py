"""Callers that go away, ask again, or ask for too much."""
import json

from .http_client import RawConnection, eval_body
from .system_test import SystemTest
from .waiting import wait_until

BUSY = "kept = 1\nprint('on')\nimport time\ntime.sleep(60)"


def eval_request(client, code, session, extra=""):
    body = json.dumps(eval_body(code, session))
    return (f"POST /eval HTTP/1.1\r\nHost: {client.server.authority}\r\nAuthorization: Bearer {client.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n{extra}\r\n{body}")


class CallerGone(SystemTest):

    def idle(self, client, session):
        answer = client.get(f"/sessions/{session}").json()
        return not answer.get("running") and answer["queued"] == 0

    def assert_interrupted(self, client):
        wait_until(lambda: self.idle(client, "s"), "the cancel of the run", within=4)
        self.assertEqual(client.text("print(kept)", "s"), "1")

    def test_a_caller_that_closes_cancels_its_run(self):
        client = self.client()
        with RawConnection(client.server) as caller:
            caller.send(eval_request(client, BUSY, "s"))
            self.wait_printed(client, "s", "on")
        self.assert_interrupted(client)

    def test_a_caller_that_resets_cancels_its_run(self):
        client = self.client()
        caller = RawConnection(client.server)
        caller.send(eval_request(client, BUSY, "s"))
        self.wait_printed(client, "s", "on")
        caller.reset()
        self.assert_interrupted(client)

    def test_a_reader_of_a_stream_that_leaves_cancels_its_run(self):
        client = self.client()
        events = client.stream(BUSY, "s")
        events.until_text("on")
        events.close()
        self.assert_interrupted(client)

    def test_a_queued_run_goes_with_its_caller(self):
        client = self.client()
        busy = self.in_background(client.text, "import time\ntime.sleep(1)\nprint('first')", "s")
        self.wait_running(client, "s")
        with RawConnection(client.server) as caller:
            caller.send(eval_request(client, "open('ran', 'w').close()", "s"))
            self.wait_queued(client, "s", 1)
        self.assertEqual(busy(), "first")
        self.assertEqual(client.text("import os\nprint(os.path.exists('ran'))", "s"), "False")

    def test_a_detached_run_outlives_its_caller(self):
        client = self.client()
        run = client.eval("import time\ntime.sleep(0.3)\nprint('done')", "s", detach=True).json()["run"]
        wait_until(lambda: client.get(f"/runs/{run}").json()["state"] == "finished", "the end of the run")


class Retries(SystemTest):

    def once(self, client, key, code="n = globals().get('n', 0) + 1\nprint(n)"):
        return client.eval(code, "s", headers={"Idempotency-Key": key})

    def test_the_same_key_runs_once(self):
        client = self.client()
        first, second = self.once(client, "k1").json(), self.once(client, "k1").json()
        self.assertEqual(first["run"], second["run"])
        self.assertEqual(second["content"][0]["text"], "1")
        self.assertEqual(self.once(client, "k2").json()["content"][0]["text"], "2")

    def test_the_same_key_with_another_body_is_refused(self):
        client = self.client()
        self.once(client, "k1")
        self.assert_problem(self.once(client, "k1", "print('other')"), 422)

    def test_a_run_with_a_key_outlives_its_caller_for_a_retry(self):
        client = self.client()
        code = "import time\ntime.sleep(0.6)\nprint('ran')"
        with RawConnection(client.server) as caller:
            caller.send(eval_request(client, code, "s", "Idempotency-Key: k1\r\n"))
            run = self.wait_running(client, "s")
        again = self.once(client, "k1", code).json()
        self.assertEqual((again["run"], again["content"][0]["text"]), (run, "ran"))

    def test_a_key_that_nobody_asks_for_again_is_cancelled_in_the_end(self):
        client = self.client({"limits": {"reattach": "300ms"}})
        with RawConnection(client.server) as caller:
            caller.send(eval_request(client, "import time\ntime.sleep(60)", "s", "Idempotency-Key: k1\r\n"))
            run = self.wait_running(client, "s")
        wait_until(lambda: client.get(f"/runs/{run}").json()["state"] == "finished", "the cancel of the run", within=5)


class TooMuch(SystemTest):

    def test_a_full_queue_is_429_with_retry_after(self):
        client = self.client({"limits": {"queue": 2}})
        client.eval("import time\ntime.sleep(60)", "s", detach=True)
        self.wait_running(client, "s")
        for _ in range(2):
            self.assertEqual(client.eval("1", "s", detach=True).status, 202)
        refused = client.eval("1", "s")
        self.assert_problem(refused, 429)
        self.assertGreaterEqual(int(refused.header("Retry-After")), 1)
        self.assert_works(client)
        client.delete("/sessions/s")

    def test_a_rate_of_requests_can_be_set(self):
        client = self.client({"limits": {"requests_per_minute": 3}})
        statuses = [client.eval("1", "s", "js").status for _ in range(5)]
        self.assertEqual(statuses[0], 200)
        self.assertEqual(statuses[-1], 429)

    def test_a_kernel_slot_that_never_comes_free_is_503(self):
        client = self.client({"kernels": {"python": {"max": 1}}, "limits": {"kernel_wait": "300ms"}})
        client.eval("import time\ntime.sleep(60)", "holder", detach=True)
        self.wait_running(client, "holder")
        wait_until(lambda: self.kernel_pid(client, "holder"), "the kernel that holds the slot")
        refused = client.eval("1", "waiter")
        self.assert_problem(refused, 503)
        self.assertIsNotNone(refused.header("Retry-After"))
        streamed = list(client.stream("1", "waiter"))
        self.assertEqual(streamed[-1]["type"], "run.finished")
        error = streamed[-1]["result"]["details"]["cells"][0]["error"]
        self.assertEqual(error["ename"], "KernelUnavailable")
        client.delete("/sessions/holder")

    def test_the_least_recently_used_idle_kernel_makes_room(self):
        client = self.client({"kernels": {"python": {"max": 2}}})
        for name in ("one", "two"):
            client.result("x = 1", name)
        client.result("1", "one")
        client.result("1", "three")
        self.assertEqual(client.text("print(x)", "one"), "1")
        evicted = client.result("print('x' in globals())", "two")
        self.assertEqual(evicted["content"][0]["text"], "False")
        self.assertIn("notice", evicted["details"])

    def test_a_disabled_language_is_refused_before_anything_runs(self):
        client = self.client({"kernels": {"javascript": {"enabled": False}}})
        answer = client.eval([
            {"language": "py", "code": "open('ran', 'w').close()"},
            {"language": "js", "code": "1"}], "s")
        problem = self.assert_problem(answer, 422)
        self.assertIn("JavaScript", problem["detail"])
        self.assertEqual(client.text("import os\nprint(os.path.exists('ran'))", "s"), "False")

    def test_per_call_kernels_keep_nothing(self):
        client = self.client({"kernel_mode": "per-call"})
        client.result("x = 1", "s")
        self.assertEqual(client.text("print('x' in globals())", "s"), "False")
        wait_until(lambda: not client.server.kernels(), "no kernel left")
