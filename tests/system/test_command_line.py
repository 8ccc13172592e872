"""The executable: faults of the configuration stop the start, and cells run without a server."""
import json
import os
import socket
import subprocess
import tempfile
import unittest

from .server import binary, clean_environment


class CommandLine(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="evald-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_binary(self, *arguments, text="", environment=None, within=30):
        changed = {**clean_environment(), **(environment or {})}
        return subprocess.run([binary(), *arguments], input=text, capture_output=True, text=True, timeout=within,
                              env=changed, cwd=self.folder, check=False)

    def config_file(self, content):
        path = os.path.join(self.folder, "evald.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return path

    def eval(self, code, *arguments):
        return self.run_binary("eval", "--data", self.folder, *arguments, "-", text=code)


class Configuration(CommandLine):

    def assert_refused(self, content, *words, environment=None):
        path = self.config_file(content)
        ended = self.run_binary("serve", "--config", path, environment=environment)
        self.assertNotEqual(ended.returncode, 0)
        message = ended.stdout + ended.stderr
        for word in words:
            self.assertIn(word, message)

    def test_faults_are_named_by_their_path(self):
        cases = [
            ({"server": {"prot": 8080}}, "server.prot", "server.port"),
            ({"server": {"port": 70000}}, "server.port", "65535"),
            ({"server": {"port": "x"}}, "server.port"),
            ({"limits": {"body": "lots"}}, "limits.body"),
            ({"limits": {"queue": -1}}, "limits.queue"),
            ({"kernel_mode": "sometimes"}, "kernel_mode", "per-call"),
            ({"kernels": {"python": {"max": 0}}}, "kernels.python.max"),
            ({"auth": {"tokens": [{"name": "a", "sha256": "short", "scopes": ["eval"]}]}}, "auth.tokens"),
            ({"nothing": {}}, "nothing"),
        ]
        for content, *words in cases:
            with self.subTest(content=content):
                self.assert_refused(content, *words)

    def test_all_faults_are_told_at_once(self):
        self.assert_refused({"server": {"port": -1}, "limits": {"quue": 1}}, "server.port", "limits.quue")

    def test_text_that_is_no_json_is_refused_with_its_place(self):
        self.assert_refused('{\n  "server": {\n    "port": ,\n  }\n}', "evald.json", "3")

    def test_comments_are_taken(self):
        path = self.config_file('{\n  // a comment\n  "server": {"port": 0} /* another */\n}')
        self.assertEqual(self.run_binary("config", "--print", "--config", path).returncode, 0)

    def test_a_bad_variable_is_named(self):
        self.assert_refused({}, "EVALD_SERVER_PORT", environment={"EVALD_SERVER_PORT": "many"})

    def test_a_missing_file_is_named(self):
        ended = self.run_binary("serve", "--config", "no-such-file.json")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("no-such-file.json", ended.stdout + ended.stderr)

    def test_print_shows_what_is_in_force(self):
        path = self.config_file({"limits": {"queue": 7}, "server": {"port": 1234}})
        shown = self.run_binary("config", "--print", "--config", path, environment={"EVALD_SERVER_PORT": "4321"})
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("4321", shown.stdout)
        self.assertNotIn("1234", shown.stdout)

    def test_an_unknown_flag_or_command_is_refused(self):
        for arguments in (["serve", "--prot", "1"], ["dance"], []):
            with self.subTest(arguments=arguments):
                self.assertNotEqual(self.run_binary(*arguments).returncode, 0)

    def test_help_and_version(self):
        self.assertIn("serve", self.run_binary("--help").stdout)
        self.assertRegex(self.run_binary("version").stdout, r"\d+\.\d+\.\d+")

    def test_a_port_in_use_stops_the_start_and_says_so(self):
        with socket.socket() as holder:
            holder.bind(("127.0.0.1", 0))
            holder.listen()
            port = holder.getsockname()[1]
            path = self.config_file({"server": {"port": port}, "data": self.folder})
            ended = self.run_binary("serve", "--config", path, environment={"EVALD_TOKEN": "token-0123456789-0123456789"})
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn(str(port), ended.stdout + ended.stderr)


class EvalCommand(CommandLine):

    def test_it_runs_standard_input(self):
        ended = self.eval("x = 20\nx + 1")
        self.assertEqual((ended.returncode, ended.stdout), (0, "21\n"))

    def test_it_runs_a_file(self):
        path = os.path.join(self.folder, "cell.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write("print('from a file')")
        ended = self.run_binary("eval", "--data", self.folder, path)
        self.assertEqual((ended.returncode, ended.stdout), (0, "from a file\n"))

    def test_it_runs_javascript(self):
        ended = self.eval("console.log(6 * 7)", "--language", "js")
        self.assertEqual((ended.returncode, ended.stdout), (0, "42\n"))

    def test_json_is_the_result_of_the_service(self):
        ended = self.eval("6 * 7", "--json")
        result = json.loads(ended.stdout)
        self.assertEqual(result["content"][0]["text"], "42")
        self.assertFalse(result["isError"])

    def test_a_failing_cell_is_a_failing_command(self):
        ended = self.eval("1/0")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("ZeroDivisionError", ended.stdout + ended.stderr)

    def test_an_unknown_language_is_refused(self):
        ended = self.eval("1", "--language", "ruby")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("ruby", ended.stdout + ended.stderr)
