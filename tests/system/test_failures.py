"""Cells that fail, time out, are interrupted or cancelled."""
import time

from .system_test import SystemTest
from .waiting import wait_until

FAST_GRACE = {"kernel": {"interrupt_grace": "500ms"}}
STUBBORN = """
import time
while True:
    try:
        time.sleep(1)
    except KeyboardInterrupt:
        pass
"""


class Failures(SystemTest):

    def test_an_exception_is_a_result_and_no_http_error(self):
        client = self.client()
        result = client.result("x = 1\n1/0", "s")
        cell = result["details"]["cells"][0]
        self.assertTrue(result["isError"])
        self.assertEqual((cell["status"], cell["exitCode"]), ("error", 1))
        self.assertEqual(cell["error"]["ename"], "ZeroDivisionError")
        text = result["content"][0]["text"]
        self.assertIn("Cell 1 failed (exit code 1).", text)
        self.assertIn('File "<cell', text)
        self.assertNotIn("eval_runner", text)
        self.assertEqual(client.text("print(x)", "s"), "1")

    def test_a_javascript_exception_names_the_error(self):
        client = self.client()
        cell = client.result("null.x", "s", "js")["details"]["cells"][0]
        self.assertEqual(cell["error"]["ename"], "TypeError")
        self.assertEqual(cell["exitCode"], 1)

    def test_the_first_failure_ends_the_run(self):
        client = self.client()
        result = client.result([
            {"language": "py", "code": "kept = 1"},
            {"language": "py", "code": "raise ValueError('stop')"},
            {"language": "py", "code": "print('never')"}], "s")
        self.assertEqual([cell["status"] for cell in result["details"]["cells"]], ["complete", "error", "pending"])
        self.assertNotIn("never", result["content"][0]["text"])
        self.assertEqual(client.text("print(kept)", "s"), "1")

    def test_sys_exit_ends_the_cell_and_not_the_session(self):
        client = self.client()
        result = client.result("x = 1\nimport sys\nsys.exit(3)", "s")
        self.assertEqual(result["details"]["cells"][0]["exitCode"], 3)
        self.assertTrue(result["isError"])
        self.assertFalse(client.result("sys.exit(0)", "s")["isError"])
        self.assertEqual(client.text("print(x)", "s"), "1")

    def test_a_syntax_error_is_reported(self):
        result = self.client().result("x = = 1", "s")
        self.assertEqual(result["details"]["cells"][0]["error"]["ename"], "SyntaxError")


class Timeouts(SystemTest):

    def test_a_timeout_keeps_the_kernel_and_says_so(self):
        client = self.client()
        result = client.result("kept = 1\nprint('before')\nwhile True: pass", "s", timeout=1)
        text = result["content"][0]["text"]
        self.assertTrue(result["isError"])
        self.assertIn("before", text)
        self.assertRegex(text, r"(?i)1 ?s|1 second")
        self.assertNotIn("exitCode", result["details"]["cells"][0])
        after = client.result("print(kept)", "s")
        self.assertEqual(after["content"][0]["text"], "1")
        self.assertNotIn("notice", after["details"])

    def test_a_sleep_is_interrupted(self):
        client = self.client()
        start = time.monotonic()
        self.assertTrue(client.result("import time\ntime.sleep(60)", "s", timeout=1)["isError"])
        self.assertLess(time.monotonic() - start, 4)

    def test_a_javascript_loop_is_interrupted(self):
        client = self.client()
        client.result("var kept = 1;", "s", "js")
        self.assertTrue(client.result("while (true) {}", "s", "js", timeout=1)["isError"])
        self.assertEqual(client.text("console.log(kept)", "s", "js"), "1")

    def test_a_javascript_loop_of_slow_library_calls_is_interrupted(self):
        client = self.client()
        client.result("var kept = 1;", "s", "js")
        result = client.result("while (true) new Array(10000).join('x');", "s", "js", timeout=1)
        self.assertTrue(result["isError"])
        self.assertEqual(client.text("typeof kept", "s", "js"), "number")

    def test_code_that_swallows_the_interrupt_is_killed_and_the_answer_says_so(self):
        client = self.client(FAST_GRACE)
        result = client.result("lost = 1\n" + STUBBORN, "s", timeout=1)
        self.assertTrue(result["isError"])
        self.assertRegex(result["content"][0]["text"], r"(?i)killed|lost")
        after = client.result("print('lost' in globals())", "s")
        self.assertEqual(after["content"][0]["text"], "False")
        self.assertIn("notice", after["details"])

    def test_a_child_process_of_the_cell_ends_with_it(self):
        client = self.client()
        code = "import subprocess\nchild = subprocess.Popen(['sleep', '61.5'])\nprint(child.pid, flush=True)\nchild.wait()"
        result = client.result(code, "s", timeout=1)
        pid = int(result["details"]["cells"][0]["output"].split()[0])
        check = f"import os\ntry:\n    os.kill({pid}, 0)\n    print('there')\nexcept ProcessLookupError:\n    print('gone')"
        wait_until(lambda: client.text("child.poll()\n" + check, "s").endswith("gone"), "the end of the child")

    def test_a_cell_that_waits_for_its_pool_after_the_interrupt_keeps_its_kernel(self):
        client = self.client({"kernel": {"interrupt_grace": "3s"}})
        client.result("import concurrent.futures as pools, os, time\nkept = 1", "s")
        for waits in ("with pools.ThreadPoolExecutor(2) as pool: list(pool.map(time.sleep, [20] * 4))",
                      "with pools.ProcessPoolExecutor(2) as pool: list(pool.map(time.sleep, [20] * 4))",
                      "os.system(\"trap '' INT; sleep 20; true\")"):
            with self.subTest(waits):
                text = client.result(waits, "s", timeout=1)["content"][0]["text"]
                self.assertIn("timed out after 1 s. The Python kernel was kept", text)
                self.assertEqual(client.text("kept", "s"), "1")

    def test_what_was_printed_before_a_sudden_end_is_there(self):
        client = self.client()
        result = client.result(
            "import os\nfor n in range(300): print('line', n)\nprint('the end', end='', flush=True)\nos._exit(4)", "s")
        text = result["content"][0]["text"]
        self.assertTrue(text.startswith("line 0\nline 1\n"), text[:200])
        self.assertIn("line 299\nthe end\n\nCell 1 failed (exit code 4).", text)


class Interrupts(SystemTest):

    def test_an_interrupt_ends_the_cell_and_keeps_names(self):
        client = self.client()
        busy = self.in_background(client.result, "kept = 1\nprint('on')\nwhile True: pass", "s")
        self.wait_printed(client, "s", "on")
        self.assertEqual(client.post("/sessions/s/interrupt").status, 202)
        result = busy()
        self.assertTrue(result["isError"])
        self.assertNotIn("exitCode", result["details"]["cells"][0])
        self.assertEqual(client.text("print(kept)", "s"), "1")

    def test_with_nothing_running_it_is_a_conflict(self):
        client = self.client()
        client.result("1", "s")
        self.assert_problem(client.post("/sessions/s/interrupt"), 409)
        self.assert_problem(client.post("/sessions/never/interrupt"), 404)

    def test_awaited_and_subprocess_waits_are_interrupted(self):
        client = self.client()
        for name, code in (("awaits", "import asyncio\nprint('on')\nawait asyncio.sleep(60)"),
                           ("runs", "import subprocess\nprint('on')\nsubprocess.run(['sleep', '60'])")):
            with self.subTest(code=code):
                busy = self.in_background(client.result, code + "\nprint('went on')", name)
                self.wait_printed(client, name, "on")
                self.assertEqual(client.post(f"/sessions/{name}/interrupt").status, 202)
                result = busy(within=10)
                self.assertTrue(result["isError"])
                self.assertNotIn("went on", result["content"][0]["text"])


class Cancelling(SystemTest):

    def detached(self, client, code, session="s"):
        answer = client.eval(code, session, detach=True)
        self.assertEqual(answer.status, 202, answer)
        self.assertEqual(answer.header("Location"), f"/runs/{answer.json()['run']}")
        return answer.json()["run"]

    def finished(self, client, run):
        def result():
            state = client.get(f"/runs/{run}").json()
            return state if state["state"] == "finished" else None
        return wait_until(result, f"the end of run {run}")["result"]

    def test_a_detached_run_is_found_and_kept(self):
        client = self.client()
        run = self.detached(client, "print('done')")
        result = self.finished(client, run)
        self.assertEqual(result["content"][0]["text"], "done")
        self.assertEqual(result["run"], run)

    def test_prefer_respond_async_detaches_too(self):
        client = self.client()
        answer = client.eval("print('done')", "s", headers={"Prefer": "respond-async"})
        self.assertEqual(answer.status, 202, answer)
        self.assertEqual(self.finished(client, answer.json()["run"])["content"][0]["text"], "done")

    def test_a_running_run_is_cancelled(self):
        client = self.client()
        run = self.detached(client, "kept = 1\nwhile True: pass")
        self.wait_running(client, "s")
        self.assertEqual(client.post(f"/runs/{run}/cancel").status, 202)
        result = self.finished(client, run)
        self.assertTrue(result["isError"])
        self.assertIn("aborted", result["content"][0]["text"])
        self.assertEqual(client.text("print('free')", "s"), "free")

    def test_a_queued_run_is_cancelled_without_running(self):
        client = self.client()
        first = self.detached(client, "import time\ntime.sleep(60)")
        second = self.detached(client, "open('ran', 'w').close()")
        self.wait_queued(client, "s", 1)
        self.assertEqual(client.get(f"/runs/{second}").json()["state"], "queued")
        self.assertEqual(client.post(f"/runs/{second}/cancel").status, 202)
        self.assertTrue(self.finished(client, second)["isError"])
        self.assertEqual(client.get(f"/runs/{first}").json()["state"], "running")
        client.post(f"/runs/{first}/cancel")
        self.finished(client, first)
        self.assertEqual(client.text("import os\nprint(os.path.exists('ran'))", "s"), "False")

    def test_a_run_that_has_ended_cannot_be_cancelled(self):
        client = self.client()
        run = client.result("1", "s")["run"]
        self.assert_problem(client.post(f"/runs/{run}/cancel"), 409)
        self.assert_problem(client.post("/runs/no-such-run/cancel"), 404)
        self.assert_problem(client.get("/runs/no-such-run"), 404)
