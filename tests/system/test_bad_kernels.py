"""Kernels that die, hang, flood, close their descriptors or write garbage harm nobody else, and the answer says so."""
import os
import signal
import threading
import time

from . import processes
from .system_test import SystemTest
from .waiting import wait_until

# The runner's private descriptors, found from inside a cell: the frames go out on the writable one.
FIND_FRAMES = """
import os, fcntl
def frame_descriptor():
    for name in os.listdir('/proc/self/fd'):
        number = int(name)
        try:
            mode = fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE
        except OSError:
            continue
        if number >= 64 and mode == os.O_WRONLY:
            return number
"""
FAST = {"kernel": {"interrupt_grace": "500ms", "exit_grace": "200ms", "heartbeat": "500ms"}}


class Bystander:
    """Runs small cells in a session of its own until told to stop; keeps what went wrong and how long each took."""

    def __init__(self, test, client):
        self.test, self.client = test, client
        self.times, self.faults = [], []
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.body, daemon=True)

    def __enter__(self):
        self.client.result("n = 0", "bystander")
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join(30)
        self.test.assertFalse(self.thread.is_alive(), "the bystander hangs")
        self.test.assertEqual(self.faults, [])
        self.test.assertGreater(len(self.times), 2)

    def body(self):
        while not self.stopping.is_set():
            start = time.monotonic()
            try:
                text = self.client.text("n += 1\nprint(n)", "bystander")
                if text != str(len(self.times) + 1):
                    self.faults.append(text)
            except Exception as error:  # the test reports it
                self.faults.append(repr(error))
                return
            self.times.append(time.monotonic() - start)


class Dying(SystemTest):

    def assert_fresh(self, client, session="s"):
        """The next call runs on a fresh kernel and is told."""
        after = client.result("print('x' in globals())", session)
        self.assertEqual(after["content"][0]["text"], "False")
        self.assertIn("notice", after["details"])

    def test_an_exit_code_is_told_and_the_next_cell_gets_a_fresh_kernel(self):
        client = self.client()
        with Bystander(self, client):
            result = client.result("x = 1\nprint('before', flush=True)\nimport os\nos._exit(7)", "s")
            text = result["content"][0]["text"]
            self.assertIn("before", text)
            self.assertRegex(text, r"exited with code 7")
            self.assertEqual(result["details"]["cells"][0]["exitCode"], 7)
            self.assert_fresh(client)

    def test_a_signal_is_told(self):
        client = self.client()
        for number in (signal.SIGKILL, signal.SIGSEGV):
            with self.subTest(signal=number.name):
                session = f"s{number}"
                result = client.result(f"x = 1\nimport os\nos.kill(os.getpid(), {int(number)})", session)
                self.assertRegex(result["content"][0]["text"], rf"killed by signal {int(number)}\b")
                self.assertNotIn("exitCode", result["details"]["cells"][0])
                self.assert_fresh(client, session)

    def test_a_javascript_kernel_that_is_killed_is_told(self):
        client = self.client()
        client.result("var x = 1;", "s", "js")
        busy = self.in_background(client.result, "while (true) {}", "s", "js")
        self.wait_running(client, "s")
        os.kill(self.kernel_pid(client, "s", "js"), signal.SIGKILL)
        self.assertIn("signal 9", busy()["content"][0]["text"])
        after = client.result("console.log(typeof x)", "s", "js")
        self.assertEqual(after["content"][0]["text"], "undefined")
        self.assertIn("notice", after["details"])

    def test_a_javascript_heap_that_is_full_is_told(self):
        client = self.client({"javascript": {"heap": "16MiB"}})
        code = "var all = []; var text = new Array(100000).join('x'); for (var i = 0; ; i++) all.push(text + i);"
        text = client.result(code, "s", "js")["content"][0]["text"]
        self.assertRegex(text, "(?i)memory")
        self.assertNotIn("process.exit", text)
        after = client.result("typeof all", "s", "js")
        self.assertEqual(after["content"][0]["text"], "undefined")
        self.assertNotIn("process.exit", after["details"].get("notice", ""))

    def test_a_kernel_that_dies_while_idle_is_noticed(self):
        client = self.client()
        client.result("x = 1", "s")
        pid = self.kernel_pid(client, "s")
        watcher = self.watch(client, "s", since=0)
        os.kill(pid, signal.SIGKILL)
        self.assertEqual(watcher.until("kernel", state="dead")["language"], "python")
        self.assert_fresh(client)

    def test_the_cell_is_never_run_again(self):
        client = self.client()
        client.result("import os\nopen('count', 'a').write('x')\nos._exit(1)", "s")
        self.assertEqual(client.text("print(open('count').read())", "s"), "x")

    def test_a_second_death_in_a_row_is_final_until_reset(self):
        client = self.client()
        for _ in range(2):
            client.result("import os\nos._exit(1)", "s")
        third = client.eval("print('on')", "s")
        if third.status == 200 and not third.json()["isError"]:
            self.skipTest("the restart is allowed again after a cell that died")
        client.post("/sessions/s/reset", {"language": "py"})
        self.assertEqual(client.text("print('on')", "s"), "on")

    def test_no_process_is_left(self):
        client = self.client()
        for number in range(3):
            client.result("import os\nos._exit(1)", f"s{number}")
        wait_until(lambda: not client.server.kernels(), "no kernel")
        self.assertEqual(processes.zombies(client.server.pid), [])


class Descriptors(SystemTest):

    def test_closing_everything_ends_the_kernel_and_the_answer_says_so(self):
        client = self.client(FAST)
        with Bystander(self, client):
            result = client.result("print('before', flush=True)\nimport os\nos.closerange(0, 4096)", "s", timeout=5)
            self.assertTrue(result["isError"])
            self.assertRegex(result["content"][0]["text"], r"(?i)kernel")
            self.assertEqual(client.text("print('again')", "s"), "again")

    def test_closing_stdout_and_stderr_costs_only_their_text(self):
        client = self.client(FAST)
        client.result("import os\nos.close(1); os.close(2)", "s", timeout=5)
        self.assertEqual(client.text("print('python still speaks')", "s", timeout=5), "python still speaks")

    def test_closing_the_protocol_and_going_on_is_noticed(self):
        client = self.client(FAST)
        code = FIND_FRAMES + "os.close(frame_descriptor())\nimport time\ntime.sleep(60)"
        with Bystander(self, client):
            start = time.monotonic()
            result = client.result(code, "s", timeout=4)
            self.assertTrue(result["isError"])
            self.assertLess(time.monotonic() - start, 12)
            self.assertEqual(client.text("print('again')", "s"), "again")

    def test_garbage_on_the_protocol_is_skipped(self):
        client = self.client()
        code = FIND_FRAMES + """
fd = frame_descriptor()
for text in (b'garbage\\n', b'{"type":\\n', b'\\x00\\xff\\xfe\\n', b'[1,2]\\n', b'{}\\n', b'\\n', b'{"type":"no such"}\\n',
             b'"string"\\n', b'{"type":"stdout","id":5}\\n', b'[' * 100000 + b'\\n'):
    os.write(fd, text)
print('survived')
"""
        with Bystander(self, client):
            self.assertEqual(client.text(code, "s"), "survived")
            self.assertEqual(client.text("print('again')", "s"), "again")

    def test_an_endless_line_on_the_protocol_is_not_held_in_memory(self):
        client = self.client({**FAST, "limits": {"frame": "1MiB"}})
        client.result("1", "s")
        memory = self.memory_of(client.server)
        code = FIND_FRAMES + "fd = frame_descriptor()\nfor _ in range(200): os.write(fd, b'x' * (1 << 20))\nos.write(fd, b'\\n')"
        with Bystander(self, client):
            client.result(code, "s", timeout=30)
            memory.assert_grown_less_than(64)
            self.assertEqual(client.text("print('again')", "s"), "again")

    def test_forged_frames_confuse_at_most_their_own_session(self):
        client = self.client(FAST)
        code = FIND_FRAMES + """
fd = frame_descriptor()
os.write(fd, b'{"type":"done","id":"1","status":"ok","executionCount":99}\\n{"type":"ready","protocol":1}\\n')
os.write(fd, b'{"type":"started","id":"zzz"}\\n{"type":"done","id":"zzz","status":"ok","executionCount":1}\\n')
print('end')
"""
        with Bystander(self, client):
            client.result(code, "s", timeout=5)
            client.post("/sessions/s/reset", {"language": "py"})
            self.assertEqual(client.text("print('sane')", "s"), "sane")


class Floods(SystemTest):

    def test_a_flood_of_output_leaves_others_their_latency(self):
        client = self.client()
        with Bystander(self, client) as bystander:
            stream = self.stream(client, "while True: print('x' * 79)", "s", timeout=2)
            last = stream.until("run.finished")
            self.assertTrue(last["result"]["isError"])
        self.assertLess(sorted(bystander.times)[len(bystander.times) // 2], 0.5)

    def test_a_flood_on_the_descriptor_itself_is_bounded_too(self):
        client = self.client()
        client.result("1", "s")
        memory = self.memory_of(client.server)
        with Bystander(self, client):
            result = client.result("import os\nwhile True: os.write(1, b'x' * 65536)", "s", timeout=2)
            self.assertTrue(result["isError"])
        memory.assert_grown_less_than(64)

    def test_a_flood_of_displays_is_bounded(self):
        client = self.client()
        client.result("1", "s")
        memory = self.memory_of(client.server)
        result = client.result("for i in range(300): display({'n': i, 'text': 'y' * 100000})", "s")
        self.assertLess(len(client.get(f"/runs/{result['run']}").body), 16 << 20)
        memory.assert_grown_less_than(100)

    def test_a_fork_that_lives_on_holds_nothing_up(self):
        client = self.client()
        code = "import os, time\nif os.fork() == 0:\n    time.sleep(30)\n    os._exit(0)\nprint('parent')"
        start = time.monotonic()
        self.assertEqual(client.text(code, "s"), "parent")
        self.assertLess(time.monotonic() - start, 10)
        client.delete("/sessions/s")
        wait_until(lambda: not client.server.children(), "no child left")


class Hanging(SystemTest):

    def test_a_stopped_kernel_is_killed_after_its_timeout(self):
        client = self.client(FAST)
        with Bystander(self, client):
            result = client.result("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "s", timeout=1)
            self.assertTrue(result["isError"])
            self.assertRegex(result["content"][0]["text"], r"(?i)killed|lost")
            self.assertEqual(client.text("print('again')", "s"), "again")

    def test_a_kernel_that_stops_answering_while_idle_is_replaced(self):
        client = self.client(FAST)
        client.result("x = 1", "s")
        pid = self.kernel_pid(client, "s")
        os.kill(pid, signal.SIGSTOP)
        wait_until(lambda: not processes.alive(pid), "the end of the kernel that hangs", within=10)
        self.assertEqual(client.text("print('x' in globals())", "s"), "False")

    def test_a_kernel_that_blocks_every_signal_is_killed(self):
        client = self.client(FAST)
        code = ("import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\n"
                "end = time.monotonic() + 60\nwhile time.monotonic() < end: time.sleep(1)")
        start = time.monotonic()
        result = client.result(code, "s", timeout=1)
        self.assertTrue(result["isError"])
        self.assertLess(time.monotonic() - start, 10)
