"""State lives in sessions: across calls, apart from other sessions, until reset or deleted."""
from .http_client import Client
from .system_test import SystemTest


class StateAcrossCalls(SystemTest):

    def test_python_names_live_on(self):
        client = self.client()
        self.assertEqual(client.text("x = 41", "s"), "(no output)")
        self.assertEqual(client.text("x + 1", "s"), "42")

    def test_javascript_names_live_on(self):
        client = self.client()
        client.result("var x = 41;", "s", "js")
        self.assertEqual(client.text("console.log(x + 1)", "s", "js"), "42")

    def test_the_two_languages_have_states_of_their_own(self):
        client = self.client()
        client.result("x = 'python'", "s")
        client.result("var x = 'js';", "s", "js")
        self.assertEqual(client.text("print(x)", "s"), "python")
        self.assertEqual(client.text("console.log(x)", "s", "js"), "js")

    def test_sessions_share_nothing(self):
        client = self.client()
        client.result("x = 1; open('here', 'w').close()", "one")
        text = client.text("import os\nprint('x' in globals(), os.path.exists('here'))", "two")
        self.assertEqual(text, "False False")

    def test_a_session_left_out_gets_a_new_id(self):
        client = self.client()
        first = client.eval("x = 1")
        self.assertEqual(first.status, 200, first)
        name = first.json()["session"]
        self.assertEqual(first.header("X-Session-Id"), name)
        self.assertEqual(client.text("print(x)", name), "1")
        self.assertNotEqual(client.result("1")["session"], name)

    def test_the_header_names_the_session_too(self):
        client = self.client()
        answer = client.eval("x = 1", headers={"X-Session-Id": "by-header"})
        self.assertEqual(answer.json()["session"], "by-header")
        self.assertEqual(client.text("print(x)", "by-header"), "1")

    def test_the_answer_says_whether_it_made_the_session(self):
        client = self.client()
        first = client.result("1", "s")
        second = client.result("1", "s")
        self.assertTrue(first.get("sessionCreated"))
        self.assertFalse(second.get("sessionCreated", False))

    def test_a_session_of_another_node_begins_anew_and_says_so(self):
        made = Client(self.serve({"node": {"name": "evald-1"}}))
        name = made.result("x = 1")["session"]
        self.assertTrue(name.startswith("evald-1-"), name)
        self.assertTrue(made.result("1", name)["run"].startswith("evald-1-"))
        self.assertNotIn("notice", made.result("1", name)["details"])
        other = self.client({"node": {"name": "evald-0"}})
        first, second = other.result("1", name), other.result("1", name)
        self.assertTrue(first["sessionCreated"])
        self.assertIn("made by node evald-1 and has come to node evald-0", first["details"]["notice"])
        self.assertNotIn("notice", second["details"])
        self.assertIn("evald_foreign_sessions_total 1", other.get("/metrics").body.decode())

    def test_without_create_an_unknown_session_is_not_found(self):
        client = self.client()
        self.assert_problem(client.eval("1", "never", create=False), 404)
        client.result("x = 5", "known")
        self.assertEqual(client.text("print(x)", "known", create=False), "5")

    def test_several_cells_run_in_order_and_are_headed(self):
        client = self.client()
        result = client.result([
            {"language": "py", "title": "first", "code": "print('one')"},
            {"language": "js", "code": "console.log('two')"},
            {"language": "py", "code": "y = 1"}], "s")
        self.assertEqual(result["content"][0]["text"], "[1/3] first\none\n\n[2/3]\ntwo\n\n[3/3] (ok)")
        self.assertEqual(result["details"]["languages"], ["python", "js"])
        self.assertEqual([cell["status"] for cell in result["details"]["cells"]], ["complete"] * 3)


class Reset(SystemTest):

    def test_a_cell_with_reset_starts_afresh(self):
        client = self.client()
        client.result("x = 1", "s")
        text = client.text([{"language": "py", "code": "print('x' in globals())", "reset": True}], "s")
        self.assertEqual(text, "False")

    def test_the_reset_route_wipes_one_language(self):
        client = self.client()
        client.result("x = 1", "s")
        client.result("var x = 2;", "s", "js")
        self.assertEqual(client.post("/sessions/s/reset", {"language": "py"}).status, 204)
        self.assertEqual(client.text("print('x' in globals())", "s"), "False")
        self.assertEqual(client.text("console.log(x)", "s", "js"), "2")

    def test_files_stay_over_a_reset(self):
        client = self.client()
        client.result("open('kept', 'w').close()", "s")
        client.post("/sessions/s/reset", {"language": "py"})
        self.assertEqual(client.text("import os\nprint(os.path.exists('kept'))", "s"), "True")

    def test_a_reset_of_an_unknown_session_is_not_found(self):
        client = self.client()
        self.assert_problem(client.post("/sessions/never/reset", {"language": "py"}), 404)

    def test_a_reset_waits_its_turn(self):
        client = self.client()
        client.result("x = 1", "s")
        busy = self.in_background(client.text, "import time\ntime.sleep(0.4)\nprint('x' in globals())", "s")
        self.wait_running(client, "s")
        self.assertEqual(client.post("/sessions/s/reset", {"language": "py"}).status, 204)
        self.assertEqual(busy(), "True")
        self.assertEqual(client.text("print('x' in globals())", "s"), "False")


class Sessions(SystemTest):

    def test_the_list_tells_of_kernels(self):
        client = self.client()
        client.result("1", "one")
        client.result("1", "two", "js")
        sessions = {entry["id"]: entry for entry in client.get("/sessions").json()["sessions"]}
        self.assertEqual(set(sessions), {"one", "two"})
        kernel = sessions["one"]["kernels"][0]
        self.assertEqual((kernel["language"], kernel["state"]), ("python", "idle"))
        self.assertGreater(kernel["rss"], 1_000_000)
        self.assertEqual(kernel["executionCount"], 1)
        self.assertEqual(sessions["two"]["kernels"][0]["language"], "js")

    def test_a_running_session_says_which_run(self):
        client = self.client()
        with client.stream("import time\ntime.sleep(30)", "s") as events:
            run = events.until("cell.started")["run"]
            session = self.session(client, "s")
            self.assertEqual(session["running"], run)
            self.assertEqual(session["kernels"][0]["state"], "busy")

    def test_delete_ends_the_session(self):
        client = self.client()
        client.result("x = 1; open('here', 'w').close()", "s")
        pid = self.kernel_pid(client, "s")
        self.assertEqual(client.delete("/sessions/s").status, 204)
        self.assertNotIn(pid, client.server.kernels())
        self.assert_problem(client.get("/sessions/s"), 404)
        self.assertEqual(client.text("import os\nprint('x' in globals(), os.listdir('.'))", "s"), "False []")

    def test_delete_cancels_what_runs(self):
        client = self.client()
        busy = self.in_background(client.result, "import time\nprint('on')\ntime.sleep(60)", "s")
        self.wait_printed(client, "s", "on")
        self.assertEqual(client.delete("/sessions/s").status, 204)
        self.assertIn("ends with the session: its state is gone", busy()["content"][0]["text"])

    def test_delete_of_an_unknown_session_is_not_found(self):
        self.assert_problem(self.client().delete("/sessions/never"), 404)


class RunSurroundings(SystemTest):

    def test_cwd_and_env_hold_for_one_run(self):
        client = self.client()
        client.result("import os\nos.mkdir('sub')", "s")
        code = "import os\nprint(os.path.basename(os.getcwd()), os.environ.get('COLOUR'))"
        before = client.text(code, "s")
        within = client.text(code, "s", cwd="sub", env={"COLOUR": "green"})
        self.assertEqual(within, "sub green")
        self.assertEqual(client.text(code, "s"), before)

    def test_a_working_directory_that_is_not_there_fails_the_run_and_not_the_session(self):
        client = self.client()
        answer = client.eval("print('ran')", "s", cwd="no/such/folder")
        self.assertTrue(answer.status in (400, 422) or answer.json()["isError"], answer)
        self.assertEqual(client.text("print('ran')", "s"), "ran")

    def test_the_token_is_not_in_a_kernel(self):
        client = self.client()
        text = client.text("import os\nprint([k for k, v in os.environ.items() if 'TOKEN' in k or 'token' in v])", "s")
        self.assertEqual(text, "[]")
