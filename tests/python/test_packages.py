"""%pip, with wheels made here: no network is needed."""

import os
import tempfile
import unittest
import zipfile

from runner_process import Runner


def make_wheel(folder, distribution, module, version, source):
    """A wheel whose module is called otherwise than it."""
    name = "%s-%s" % (distribution.replace("-", "_"), version)
    path = os.path.join(folder, name + "-py3-none-any.whl")
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(module + ".py", source)
        wheel.writestr(
            name + ".dist-info/METADATA", "Metadata-Version: 2.1\nName: %s\nVersion: %s\n" % (distribution, version)
        )
        wheel.writestr(
            name + ".dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(
            name + ".dist-info/RECORD",
            "%s.py,,\n%s.dist-info/METADATA,,\n%s.dist-info/WHEEL,,\n%s.dist-info/RECORD,,\n"
            % (module, name, name, name),
        )
    return path


class Pip(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.wheels = tempfile.mkdtemp()
        self.environment = {"PYTHONUSERBASE": "", "PIP_NO_INDEX": "1", "PIP_NO_CACHE_DIR": "1"}

    def start(self):
        runner = Runner(cwd=self.folder, env=self.environment)
        if runner.run("import pip").error is not None:
            runner.close()
            self.skipTest("no pip")
        return runner

    def test_a_local_wheel_is_installed_into_the_workspace_and_imported_anew(self):
        first = make_wheel(self.wheels, "evald-probe-dist", "evald_probe", "1.0", "version = 1")
        second = make_wheel(self.wheels, "evald-probe-dist", "evald_probe", "2.0", "version = 2")
        with self.start() as runner:
            cell = runner.run("%%pip install --no-deps %s" % first)
            self.assertIn("Successfully installed evald-probe-dist-1.0", cell.stdout)
            self.assertGreater(len(cell.of_type("stdout")), 1)
            cell = runner.run("import evald_probe\nevald_probe.version, evald_probe.__file__")
            self.assertIn("(1, '%s/.python/" % self.folder, cell.text)
            cell = runner.run("%%pip install --no-deps %s" % second)
            self.assertEqual(cell.statuses[-1]["evicted"], ["evald_probe"])
            self.assertEqual(runner.run("import evald_probe\nevald_probe.version").text, "2")
        with self.start() as runner:
            self.assertEqual(runner.run("import evald_probe\nevald_probe.version").text, "2")
            runner.run("%pip uninstall -y evald-probe-dist")
            self.assertEqual(runner.run("import evald_probe").error["ename"], "ModuleNotFoundError")

    def test_a_shell_takes_what_follows(self):
        wheel = make_wheel(self.wheels, "evald-probe-dist", "evald_probe", "1.0", "version = 1")
        with self.start() as runner:
            cell = runner.run("%%pip install --no-deps %s 2>/dev/null | tail -n 1  # quietly" % wheel)
            self.assertEqual(cell.stdout, "Successfully installed evald-probe-dist-1.0\n")
            self.assertEqual(cell.statuses[-1]["exit_code"], 0)
            self.assertEqual(runner.run("import evald_probe\nevald_probe.version").text, "1")
            for line in ("'evald-probe-dist>=1.0'", "evald-probe-dist>=1.0  # is there", "evald-probe-dist;"):
                self.assertIn("already satisfied", runner.run("%pip install " + line).stdout, line)
            self.assertEqual(runner.run("%pip --version > out.txt\n%pip --version&&echo and").stdout[-5:], "\nand\n")
            self.assertEqual(runner.run("open('out.txt').read()[:4]").text, "'pip '")

    def test_failures_are_told(self):
        with self.start() as runner:
            cell = runner.run("%pip install evald-no-such-thing\n_exit_code")
            self.assertEqual((cell.result, cell.done["status"]), ({"text/plain": "1"}, "ok"))
            self.assertIn("evald-no-such-thing", cell.stdout)
            self.assertIn("pip ", runner.run("%pip --version").stdout)


if __name__ == "__main__":
    unittest.main()
