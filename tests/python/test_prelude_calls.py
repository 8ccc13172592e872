"""The helpers of the prelude give what the table that both languages share says."""

import sys
import tempfile
from pathlib import Path

from kernel_test_case import KernelTestCase

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "prelude"))

import calls  # noqa: E402


class PreludeCalls(KernelTestCase):
    def test_helpers_give_what_the_table_says(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_cell("import os, json; os.chdir(%r)" % folder)
            for number, call in enumerate(calls.all_calls()):
                with self.subTest(number=number, call=call):
                    keywords = "".join(", %s=%r" % option for option in call.get("options", {}).items())
                    cell = self.run_cell(
                        "print(json.dumps(%s(*%r%s), default=str))" % (call["helper"], call["args"], keywords))
                    error = cell.error and "%s: %s" % (cell.error["ename"], cell.error["evalue"])
                    calls.check(self, call, cell.stdout, error, cell.statuses)
            self.run_cell("os.chdir('/')")
