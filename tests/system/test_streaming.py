"""Events: the streams of POST /eval and the events of a session, with replay."""
import time

from .system_test import SystemTest

TICKS = "import time\nfor i in range(5):\n    print('tick', i, flush=True)\n    time.sleep(0.05)"


class EvalStreams(SystemTest):

    def test_both_formats_tell_the_same(self):
        client = self.client()
        for accept in ("application/x-ndjson", "text/event-stream"):
            with self.subTest(accept=accept):
                stream = self.stream(client, "print('hello')\n41 + 1", "s", accept=accept)
                self.assertTrue(stream.headers["Content-Type"].startswith(accept))
                self.assertEqual(stream.headers["X-Session-Id"], "s")
                events = list(stream)
                kinds = [event["type"] for event in events if event["type"] != "kernel"]
                self.assertEqual(kinds, ["run.queued", "run.started", "cell.started", "output", "result",
                                         "cell.finished", "run.finished"])
                self.assertEqual(events[-1]["result"]["content"][0]["text"], "hello\n42")

    def test_numbers_rise_and_every_event_is_stamped(self):
        client = self.client()
        events = list(self.stream(client, TICKS, "s"))
        numbers = [event["seq"] for event in events]
        self.assertEqual(numbers, sorted(set(numbers)))
        self.assertEqual({event["session"] for event in events}, {"s"})
        self.assertEqual(len({event["epoch"] for event in events}), 1)

    def test_output_comes_while_the_cell_runs(self):
        client = self.client()
        client.result("1", "s")
        stream = self.stream(client, "print('first')\nimport time\ntime.sleep(30)", "s")
        start = time.monotonic()
        stream.until_text("first")
        self.assertLess(time.monotonic() - start, 2)

    def test_the_result_of_the_stream_is_the_result_of_the_run(self):
        client = self.client()
        last = list(self.stream(client, "print('x')", "s"))[-1]
        self.assertEqual(client.get(f"/runs/{last['run']}").json()["result"], last["result"])

    def test_a_failing_cell_ends_the_stream_with_its_error(self):
        client = self.client()
        events = list(self.stream(client, "1/0", "s"))
        error = [event for event in events if event["type"] == "error"]
        self.assertEqual(error[0]["ename"], "ZeroDivisionError")
        finished = [event for event in events if event["type"] == "cell.finished"]
        self.assertEqual((finished[0]["status"], finished[0]["exitCode"]), ("error", 1))
        self.assertTrue(events[-1]["result"]["isError"])

    def test_stdout_and_stderr_are_told_apart(self):
        client = self.client()
        code = "import sys\nprint('out')\nprint('err', file=sys.stderr)"
        events = list(self.stream(client, code, "s"))
        texts = {event["stream"]: event["text"] for event in events if event["type"] == "output"}
        self.assertEqual(texts, {"stdout": "out\n", "stderr": "err\n"})

    def test_a_display_is_an_event_of_its_own(self):
        client = self.client()
        events = list(self.stream(client, "display({'a': 1})", "s"))
        shown = [event for event in events if event["type"] in ("display", "result")]
        self.assertEqual(len(shown), 1)
        self.assertIn("text/plain", shown[0]["bundle"])

    def test_a_bad_request_is_no_stream(self):
        client = self.client()
        stream = self.stream(client, [], "s")
        self.assertEqual(stream.status, 400)
        self.assertEqual(stream.headers["Content-Type"], "application/problem+json")


class SessionEvents(SystemTest):

    def test_a_watcher_sees_what_others_run(self):
        client = self.client()
        client.result("1", "s")
        watcher = self.watch(client, "s", since=0)
        watcher.until("run.finished")
        run = client.result("print('seen')", "s")["run"]
        self.assertEqual(watcher.until("output", run=run)["text"], "seen\n")
        watcher.until("run.finished", run=run)

    def test_replay_from_a_number_has_no_hole(self):
        client = self.client()
        client.result(TICKS, "s")
        first = self.watch(client, "s", since=0)
        first.until("run.finished")
        numbers = [event["seq"] for event in first.seen]
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        second = self.watch(client, "s", since=numbers[3])
        second.until("run.finished")
        self.assertEqual([event["seq"] for event in second.seen], numbers[4:])

    def test_last_event_id_goes_on_where_the_reader_was(self):
        client = self.client()
        client.result("print('x')", "s")
        first = self.watch(client, "s", since=0)
        first.until("run.finished")
        middle = first.seen[2]
        mark = f"{middle['epoch']}-{middle['seq']}"
        second = self.watch(client, "s", headers={"Last-Event-ID": mark})
        self.assertEqual(next(second)["seq"], middle["seq"] + 1)

    def test_another_epoch_or_the_future_is_a_gap(self):
        client = self.client()
        client.result("print('x')", "s")
        stranger = self.watch(client, "s", headers={"Last-Event-ID": "0000000000000000-2"})
        self.assertEqual(next(stranger)["type"], "gap")
        self.assertEqual(next(stranger)["seq"], 1)
        early = self.watch(client, "s", since=100000)
        self.assertEqual(next(early)["type"], "gap")

    def test_what_the_ring_no_longer_holds_is_a_gap(self):
        client = self.client({"events": {"ring_events": 5}})
        client.result([{"language": "py", "code": "print(1)"}] * 5, "s")
        watcher = self.watch(client, "s", since=0)
        gap = next(watcher)
        self.assertEqual(gap["type"], "gap")
        self.assertNotIn("seq", gap)
        following = next(watcher)
        self.assertEqual(following["seq"], gap["to"] + 1)

    def test_a_watch_makes_the_session(self):
        client = self.client()
        watcher = self.watch(client, "new")
        self.assertEqual(self.session(client, "new")["id"], "new")
        client.result("print('x')", "new")
        watcher.until("run.finished")

    def test_a_leaving_watcher_cancels_nothing(self):
        client = self.client()
        busy = self.in_background(client.text, "print('on', flush=True)\nimport time\ntime.sleep(0.4)\nprint('end')", "s")
        self.wait_running(client, "s")
        watcher = self.watch(client, "s", since=0)
        watcher.until_text("on")
        watcher.close()
        self.assertEqual(busy(), "on\nend")

    def test_the_stream_ends_with_the_session(self):
        client = self.client()
        client.result("1", "s")
        watcher = self.watch(client, "s", since=0)
        watcher.until("run.finished")
        client.delete("/sessions/s")
        self.assertEqual([event["type"] for event in watcher if event["type"] != "kernel"], [])

    def test_output_of_a_thread_between_runs_is_an_event_of_the_session(self):
        client = self.client()
        code = ("import threading, time\n"
                "go = threading.Event()\n"
                "def later():\n    go.wait(20)\n    time.sleep(0.2)\n    print('late', flush=True)\n"
                "threading.Thread(target=later).start()")
        client.result(code, "s")
        watcher = self.watch(client, "s", since=0)
        client.result("go.set()", "s")
        self.assertIn("late", watcher.until_text("late"))
