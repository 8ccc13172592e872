"""The systemd unit: its score, and that its filter leaves the server what confines kernels."""
import os
import re
import shutil
import subprocess
import unittest

from tests.deploy import compose_file

UNIT = os.path.join(compose_file.FOLDER, "systemd", "evald.service")


def analyze(*arguments):
    return subprocess.run(["systemd-analyze", "--no-pager", *arguments], capture_output=True, text=True)


def call_groups():
    """The groups of system calls that this systemd knows, each with its members as they stand."""
    groups, members = {}, []
    for line in analyze("syscall-filter").stdout.splitlines():
        word = line.strip()
        if line.startswith("@"):
            members = groups.setdefault(word, [])
        elif line.startswith("    ") and not word.startswith("#"):
            members.append(word)
    return groups


def calls_of(name, groups):
    """The calls that a name of SystemCallFilter= stands for."""
    if not name.startswith("@"):
        return {name}
    return set().union(*(calls_of(member, groups) for member in groups[name]))


def allowed_calls(unit, groups):
    allowed = set()
    for line in re.findall(r"^SystemCallFilter=(.+)$", unit, re.MULTILINE):
        named = set().union(*(calls_of(name, groups) for name in line.removeprefix("~").split()))
        allowed = allowed - named if line.startswith("~") else allowed | named
    return allowed


@unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
class Unit(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        with open(UNIT, encoding="utf-8") as file:
            cls.text = file.read()

    def test_the_score_is_what_the_file_says(self):
        done = analyze("security", "--offline=true", UNIT)
        if "offline" in done.stderr:
            self.skipTest("systemd-analyze is too old")
        score = re.search(r"evald\.service: ([\d.]+)", done.stdout).group(1)
        self.assertIn(f"gives it {score} ", self.text)

    def test_the_server_may_confine_its_kernels_and_cells_may_not_trace(self):
        allowed = allowed_calls(self.text, call_groups())
        needed = {"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "prctl", "prlimit64", "pidfd_open"}
        self.assertEqual(needed - allowed, set())
        self.assertFalse({"ptrace", "mount", "bpf", "keyctl", "kexec_load", "init_module"} & allowed)


if __name__ == "__main__":
    unittest.main()
