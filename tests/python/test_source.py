"""The runner's sources: plain Python 3.8, files that can be read, nothing but the standard library."""

import ast
import re
import statistics
import subprocess
import sys
import unittest
from pathlib import Path

from runner_process import PYTHON, RUNNER, Runner

FILES = sorted(RUNNER.glob("*.py"))
LATER_CALLS = re.compile(
    r"\.(removeprefix|removesuffix|to_thread|bit_count|cache_clear)\(|zip\(.*strict=|asyncio\.(timeout|TaskGroup|Runner)\b"
)
OWN = "eval_runner"


class Sources(unittest.TestCase):
    def test_syntax_of_python_38(self):
        for path in FILES:
            ast.parse(path.read_text(encoding="utf-8"), str(path), feature_version=(3, 8))

    def test_no_call_of_a_later_library(self):
        for path in FILES:
            self.assertIsNone(LATER_CALLS.search(path.read_text(encoding="utf-8")), path)

    def test_only_the_standard_library_is_imported(self):
        allowed = set(getattr(sys, "stdlib_module_names", ())) | {OWN, "matplotlib", "plotly"}
        if not hasattr(sys, "stdlib_module_names"):
            self.skipTest("this Python can't name its library")
        for path in FILES:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    names = [node.module]
                for name in names:
                    self.assertIn(name.split(".")[0], allowed, path)

    def test_files_and_functions_can_be_read(self):
        lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
        self.assertLessEqual(max(lengths.values()), 400)
        self.assertLessEqual(statistics.median(lengths.values()), 110)
        for path in FILES:
            self.assertNotRegex(path.stem, r"^(util|utils|misc|common|helpers?|stuff)$")
            tree = ast.parse(path.read_text(encoding="utf-8"))
            self.assertTrue(ast.get_docstring(tree) or path.stem == "__init__", path)
            for node in ast.walk(tree):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    self.assertLessEqual(node.end_lineno - node.lineno, 45, "%s: %s" % (path, node.name))

    def test_lines_are_not_long(self):
        for path in FILES:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                self.assertLessEqual(len(line), 120, "%s:%d" % (path, number))

    def test_what_start_imports_is_little(self):
        """Slow modules come with the cell that needs them."""
        with Runner() as runner:
            loaded = set(runner.run("import sys\nprint(*sys.modules)").stdout.split())
        plain = subprocess.run(
            [PYTHON, "-c", "import runpy, sys; print(*sys.modules)"], stdout=subprocess.PIPE, check=True
        )
        loaded -= set(plain.stdout.decode().split())
        for name in (
            "asyncio",
            "json",
            "re",
            "enum",
            "ast",
            "threading",
            "traceback",
            "linecache",
            "subprocess",
            "tempfile",
            "inspect",
        ):
            self.assertNotIn(name, loaded)

    def test_memory(self):
        with Runner() as runner:
            runner.run("1 + 1")
            with open("/proc/%d/status" % runner.pid) as status:
                resident = int(re.search(r"VmRSS:\s+(\d+) kB", status.read()).group(1))
        self.assertLessEqual(resident, 15 * 1024)


if __name__ == "__main__":
    unittest.main()
