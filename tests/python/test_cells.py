"""The table of cells (cells.json) against the runner itself; the same rows can be sent to a server."""

import json
import os
import re
import tempfile
import unittest
from pathlib import Path

from runner_process import Runner

ROWS = json.loads((Path(__file__).parent / "cells.json").read_text(encoding="utf-8"))


def text_of(cell):
    """As the whole result has it: something always stands there."""
    images = images_of(cell)
    return cell.text or ("(no text output)" if images else "(no output)")


def images_of(cell):
    shown = [frame["bundle"] for frame in cell.frames if frame["type"] in ("display", "result")]
    return sum(any(mime in bundle for mime in ("image/png", "image/jpeg")) for bundle in shown)


def json_of(cell):
    shown = [frame["bundle"] for frame in cell.frames if frame["type"] in ("display", "result")]
    return [bundle["application/json"] for bundle in shown if "application/json" in bundle]


def exit_code_of(cell):
    return cell.done.get("exitCode", 0 if cell.done["status"] == "ok" else 1)


class Check:
    """What a row expects, key by key, by the names of the service's own cases."""

    def __init__(self, test, cell):
        self.test, self.cell, self.text = test, cell, text_of(cell)

    def isError(self, expected):
        if expected is not None:
            self.test.assertEqual(self.cell.done["status"] == "error", expected, self.text)

    def text_equals(self, expected):
        self.test.assertEqual(self.text, expected)

    def text_contains(self, parts):
        for part in parts:
            self.test.assertIn(part, self.text)

    def text_not_contains(self, parts):
        for part in parts:
            self.test.assertNotIn(part, self.text)

    def text_regex(self, patterns):
        for pattern in patterns:
            self.test.assertRegex(self.text, re.compile(pattern))

    def text_count(self, counts):
        for part, count in counts.items():
            self.test.assertEqual(self.text.count(part), count, self.text)

    def error_name(self, expected):
        self.test.assertEqual(self.cell.error and self.cell.error["ename"], expected)

    def exit_codes(self, expected):
        self.test.assertEqual([exit_code_of(self.cell)], expected)

    def json_min(self, expected):
        self.test.assertGreaterEqual(len(json_of(self.cell)), expected)

    def json_subset(self, expected):
        for wanted in expected:
            self.test.assertTrue(
                any(wanted.items() <= value.items() for value in json_of(self.cell)), json_of(self.cell)
            )

    def images_min(self, expected):
        self.test.assertGreaterEqual(images_of(self.cell), expected)

    def images_max(self, expected):
        self.test.assertLessEqual(images_of(self.cell), expected)


class Table(unittest.TestCase):
    """Every row in a fresh kernel with a folder of its own."""

    def run_row(self, row):
        with tempfile.TemporaryDirectory() as folder, Runner(cwd=folder, env={"PYTHONIOENCODING": "utf-8"}) as runner:
            version = tuple(map(int, runner.ready["version"].split(".")))
            if version < tuple(row.get("min_version", (3, 8))):
                self.skipTest("for a later Python")
            for module in row.get("requires", ()):
                if runner.run("import " + module, silent=True).error is not None:
                    self.skipTest("no " + module)
            for request in [row] + row.get("then", []):
                for cell in request["cells"]:
                    run = runner.run(cell["code"])
                check = Check(self, run)
                for key, expected in request["expect"].items():
                    getattr(check, key)(expected)
        self.assertFalse(os.path.exists(folder))


def _test_of(row):
    def test(self):
        self.run_row(row)

    test.__doc__ = row["cells"][0]["code"].split("\n")[0]
    return test


for _row in ROWS:
    setattr(Table, "test_" + _row["id"].replace("-", "_"), _test_of(_row))

if __name__ == "__main__":
    unittest.main()
