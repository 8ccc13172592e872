"""Cells that call back: who answers, in what order, and what becomes of calls whose cell or caller goes."""
import random
import threading

from .system_test import SystemTest
from .tool_answerer import answer_by_http, answer_by_websocket, offers
from .waiting import wait_until

FUNCTIONS = {
    "add": lambda args: args["x"] + args["y"],
    "text": lambda args: "as it is",
    "fail": lambda args: 1 / 0,
}


class WhoAnswers(SystemTest):

    def test_over_a_websocket(self):
        server = self.serve()
        connection = self.websocket(server)
        run = connection.start("r = tool.add({'x': 1}, y=2)\n[r, tool['add'](x='a', y='b'), tool.text()]", "s",
                               tools=offers("add", "text"))
        result = answer_by_websocket(connection, run, FUNCTIONS)
        self.assertEqual(result["content"][0]["text"], "[3, 'ab', 'as it is']")
        statuses = result["details"]["cells"][0]["statusEvents"]
        self.assertEqual([(s["op"], s["name"], s["ok"], s["chars"]) for s in statuses],
                         [("tool", "add", True, 1), ("tool", "add", True, 2), ("tool", "text", True, 8)])
        self.assertEqual([m["status"] for m in connection.seen if m["type"] == "status"], statuses)

    def test_over_streams_and_http(self):
        client = self.client()
        for accept in ("text/event-stream", "application/x-ndjson"):
            stream = self.stream(client, "tool.add(x=20, y=22)", accept=accept, tools=offers("add"))
            self.assertEqual(answer_by_http(client, stream, FUNCTIONS)["content"][0]["text"], "42")

    def test_by_another_connection_of_the_same_principal(self):
        client = self.client()
        answer = client.eval("tool.add(x=1, y=1)", "s", tools=offers("add"), detach=True)
        self.assertEqual(answer.status, 202)
        watcher = self.watch(client, "s", since=0)
        result = answer_by_http(client, watcher, FUNCTIONS)
        self.assertEqual(result["content"][0]["text"], "2")

    def test_plain_json_has_no_tools_of_the_caller(self):
        client = self.client()
        self.assert_problem(client.eval("1", tools=offers("add")), 400)
        result = client.result("try: tool.add(x=1)\nexcept Exception as e: print(type(e).__name__, e)\ntool.list()")
        self.assertIn("ToolError no tool named \"add\" is available to this run; there are none", result["content"][0]["text"])

    def test_errors_of_tools_are_raised_with_their_message(self):
        connection = self.websocket(self.serve())
        code = ("for name in ('fail', 'nope'):\n    try: tool[name]()\n    except RuntimeError as e: print(e)\n"
                "tool.fail()")
        result = answer_by_websocket(connection, connection.start(code, tools=offers("fail")), FUNCTIONS)
        text = result["content"][0]["text"]
        self.assertTrue(text.startswith("division by zero\nno tool named \"nope\" is available to this run; available: fail\n"), text)
        self.assertEqual(result["details"]["cells"][0]["error"]["evalue"], "division by zero")
        self.assertEqual(result["details"]["cells"][0]["error"]["ename"], "ToolError")

    def test_answers_to_nothing_are_refused(self):
        client = self.client()
        stream = self.stream(client, "tool.add(x=1, y=1)", "s", tools=offers("add"))
        call = stream.until("tool.call")
        path = f"/runs/{call['run']}/tool-results"
        self.assert_problem(client.post(path, {"callId": "c99", "ok": True, "value": 1}), 409)
        self.assert_problem(client.post(path, {"callId": call["callId"], "ok": True, "error": "x"}), 400)
        self.assert_problem(client.post("/runs/none/tool-results", {"callId": "c1", "ok": True}), 404)
        self.assertEqual(client.post(path, {"callId": call["callId"], "ok": True, "value": 5}).status, 204)
        self.assert_problem(client.post(path, {"callId": call["callId"], "ok": True, "value": 5}), 409)
        self.assertEqual(stream.until("run.finished")["result"]["content"][0]["text"], "5")

    def test_what_a_tool_takes_is_checked_before_it_is_asked(self):
        connection = self.websocket(self.serve())
        parameters = {"type": "object", "required": ["q"], "properties": {"q": {"type": "string"}, "n": {"type": "integer"}}}
        tools = [{"name": "find", "description": "Finds.", "parameters": parameters}]
        code = "for a in ({'q': 5}, {}, {'q': 'x', 'n': 'y'}):\n    try: tool.find(a)\n    except ToolError as e: print(e)\ntool.list()"
        code = "ToolError = RuntimeError\n" + code
        result = answer_by_websocket(connection, connection.start(code, tools=tools), {})
        lines = result["content"][0]["text"].splitlines()
        self.assertIn("do not fit its parameters: q: ", lines[0])
        self.assertIn("'q'", lines[1])
        self.assertIn("n: ", lines[2])
        self.assertIn("'description': 'Finds.'", result["content"][0]["text"])
        self.assertNotIn("tool.call", [message["type"] for message in connection.seen])

    def test_a_schema_that_is_none_is_refused_with_its_place(self):
        client = self.client()
        tools = [{"name": "a", "parameters": {"$ref": "http://elsewhere/"}}]
        problem = self.assert_problem(client.eval("1", tools=tools, detach=True), 400)
        self.assertEqual(problem["errors"][0]["pointer"], "/tools/0/parameters")


class ManyAtOnce(SystemTest):

    def collect(self, connection, run, count):
        calls = []
        while len(calls) < count:
            calls.append(connection.until("tool.call", run=run))
        return calls

    def test_64_calls_answered_in_random_order_keep_their_order(self):
        connection = self.websocket(self.serve({"tools": {"max_concurrency": 64}}))
        run = connection.start("r = parallel([lambda i=i: tool.double(n=i) for i in range(64)])\nr == [2 * i for i in range(64)]",
                               tools=offers("double"))
        calls = self.collect(connection, run, 64)
        random.shuffle(calls)
        for call in calls:
            connection.send({"type": "tool.result", "run": run, "callId": call["callId"], "ok": True,
                             "value": 2 * call["args"]["n"]})
        self.assertEqual(connection.until("run.finished")["result"]["content"][0]["text"], "True")

    def test_the_lowest_error_is_raised_once_all_have_settled(self):
        connection = self.websocket(self.serve())
        code = ("ended = []\ndef f(i):\n    try: return tool.t(n=i)\n    finally: ended.append(i)\n"
                "try: parallel([lambda i=i: f(i) for i in range(8)])\nexcept RuntimeError as e: print(e, len(ended))")
        run = connection.start(code, tools=offers("t"))
        for call in reversed(self.collect(connection, run, 8)):
            n = call["args"]["n"]
            answer = {"ok": False, "error": f"no {n}"} if n in (2, 5) else {"ok": True, "value": n}
            connection.send({"type": "tool.result", "run": run, "callId": call["callId"], **answer})
        self.assertEqual(connection.until("run.finished")["result"]["content"][0]["text"], "no 2 8")

    def test_calls_of_async_code_wait_side_by_side(self):
        connection = self.websocket(self.serve())
        code = "import asyncio\nasync def f(n): return await tool.t(n=n)\nsum(await asyncio.gather(*map(f, range(20))))"
        run = connection.start(code, tools=offers("t"))
        for call in self.collect(connection, run, 20):
            connection.send({"type": "tool.result", "run": run, "callId": call["callId"], "ok": True, "value": 1})
        self.assertEqual(connection.until("run.finished")["result"]["content"][0]["text"], "20")


class Ends(SystemTest):
    """Calls that are open when something ends."""

    OPEN = "x = 1\nprint('begun', flush=True)\ntool.slow()"

    def keeps_its_state(self, client, session="s"):
        result = client.result("x", session)
        self.assertEqual(result["content"][0]["text"], "1")
        self.assertNotIn("notice", result["details"])

    def test_cancelled(self):
        server = self.serve()
        connection = self.websocket(server)
        for kind in ("cancel", "interrupt"):
            run = connection.start(self.OPEN, "s", tools=offers("slow"))
            call = connection.until("tool.call", run=run)
            connection.send({"type": kind, **({"run": run} if kind == "cancel" else {"session": "s"})})
            result = connection.until("run.finished", run=run)["result"]
            self.assertIn("Cell 1 aborted", result["content"][0]["text"])
            connection.send({"type": "tool.result", "run": run, "callId": call["callId"], "ok": True})
            self.assertEqual(connection.until("error")["problem"]["status"], 409)
        from .http_client import Client
        self.keeps_its_state(Client(server))

    def test_timed_out_while_agents_are_at_work(self):
        """The one that does not pause ends the cell; the kernel stays, with those that do still open."""
        client = self.client()
        code = "x = 1\nparallel([lambda: agent('a'), lambda: agent('b'), lambda: tool.slow()])"
        connection = self.websocket(client.server)
        run = connection.start(code + "\nimport time\ntime.sleep(30)", "s", tools=offers("agent", "slow"), timeout=1)
        for _ in range(3):
            call = connection.until("tool.call", run=run)
            if call["name"] == "slow":
                connection.send({"type": "tool.result", "run": run, "callId": call["callId"], "ok": True, "value": 1})
        agents = [m for m in connection.seen if m["type"] == "tool.call" and m["name"] == "agent"]
        connection.send({"type": "tool.result", "run": run, "callId": agents[0]["callId"], "ok": True, "value": "done"})
        connection.send({"type": "cancel", "run": run})
        result = connection.until("run.finished", run=run)["result"]
        self.assertTrue(result["isError"])
        self.keeps_its_state(client)

    def test_the_timeout_stands_still_while_an_agent_works_and_starts_anew_after_it(self):
        client = self.client()
        connection = self.websocket(client.server)
        code = "import time\nx = 1\nprint(agent('a'))\nt = time.monotonic()\ntry: time.sleep(30)\nfinally: print(round(time.monotonic() - t))"
        run = connection.start(code, "s", tools=offers("agent"), timeout=1)
        call = connection.until("tool.call", run=run)
        answered = threading.Event()
        threading.Timer(2.2, answered.set).start()
        answered.wait(10)  # longer than the timeout: this is the thing that is tested
        connection.send({"type": "tool.result", "run": run, "callId": call["callId"], "ok": True, "value": {"text": "hello"}})
        text = connection.until("run.finished", run=run)["result"]["content"][0]["text"]
        self.assertTrue(text.startswith("hello\n1\n"), text)
        self.assertIn("timed out", text.lower())
        self.keeps_its_state(client)

    def test_an_ordinary_call_counts_against_the_timeout(self):
        client = self.client()
        connection = self.websocket(client.server)
        run = connection.start(self.OPEN, "s", tools=offers("slow"), timeout=1)
        result = connection.until("run.finished", run=run)["result"]
        self.assertTrue(result["isError"])
        self.assertIn("1 s", result["content"][0]["text"])
        self.keeps_its_state(client)

    def test_a_client_that_vanishes(self):
        client = self.client()
        code = "x = 1\nprint('begun', flush=True)\ntry: tool.slow()\nexcept BaseException as e: why = repr(e); raise"
        descriptors = None
        for _ in range(3):
            connection = self.websocket(client.server)
            run = connection.start(code, "s", tools=offers("slow"))
            connection.until("tool.call", run=run)
            connection.abandon()
            wait_until(lambda: client.get(f"/runs/{run}").json()["state"] == "finished", "the end of the run")
            result = client.get(f"/runs/{run}").json()["result"]
            self.assertIn("the caller went away", result["content"][0]["text"])
            descriptors = descriptors or self.descriptors_of(client.server)
            wait_until(lambda: self.descriptors_of(client.server) <= descriptors, "what the client had to be let go")
        self.keeps_its_state(client)
        # Which of the call's error and the interrupt that follows it comes through first is the kernel's business.
        self.assertRegex(client.text("print(why)", "s"), "has gone|KeyboardInterrupt")

    def test_a_detached_run_goes_on_without_its_client(self):
        client = self.client()
        connection = self.websocket(client.server)
        code = "try: tool.slow()\nexcept RuntimeError as e: print(e)\nprint('goes on')"
        run = connection.start(code, "s", tools=offers("slow"), detach=True)
        connection.until("tool.call", run=run)
        connection.abandon()
        wait_until(lambda: client.get(f"/runs/{run}").json()["state"] == "finished", "the end of the run")
        result = client.get(f"/runs/{run}").json()["result"]
        self.assertEqual(result["content"][0]["text"], "the caller that offers this tool has gone\ngoes on")

    def test_a_thread_that_calls_after_its_cell_is_told_so(self):
        client = self.client()
        connection = self.websocket(client.server)
        code = ("import threading, time\ndef late():\n    go.wait()\n    try: tool.t()\n    except Exception as e: said.append(str(e))\n"
                "go, said = threading.Event(), []\nt = threading.Thread(target=late); t.start()")
        connection.run(code, "s", tools=offers("t"))
        self.assertEqual(client.text("go.set(); t.join(); print(said[0])", "s"), "the cell that makes this call is over")

    def test_a_kernel_that_dies_with_calls_open(self):
        client = self.client()
        connection = self.websocket(client.server)
        code = "import threading, os\nthreading.Thread(target=tool.slow).start()\ngo = tool.go()\nos._exit(3)"
        run = connection.start(code, "s", tools=offers("slow", "go"))
        for _ in range(2):
            call = connection.until("tool.call", run=run)
            if call["name"] == "go":
                connection.send({"type": "tool.result", "run": run, "callId": call["callId"], "ok": True})
        result = connection.until("run.finished", run=run)["result"]
        self.assertIn("exited with code 3", result["content"][0]["text"])
        self.assert_works(client)
