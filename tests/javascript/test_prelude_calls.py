"""The helpers of the prelude give what the table that both languages share says."""

import json
import os
import sys
import tempfile

from runner import RunnerTest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "prelude"))

import calls  # noqa: E402

STATUS = "application/x-omp-status"


class PreludeCallsTest(RunnerTest):
    def test_helpers_give_what_the_table_says(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_cell("process.chdir(%s)" % json.dumps(folder))
            for number, call in enumerate(calls.all_calls()):
                with self.subTest(number=number, call=call):
                    given = call["args"] + ([call["options"]] if "options" in call else [])
                    cell = self.run_cell("const given = await %s(...%s); console.log(JSON.stringify(given ?? null));"
                                         % (call["helper"], json.dumps(given)))
                    error = cell.error and "%s: %s" % (cell.error["ename"], cell.error["evalue"])
                    statuses = [frame["bundle"][STATUS] for frame in cell.of("display") if STATUS in frame["bundle"]]
                    calls.check(self, call, cell.text(), error, statuses)
            self.run_cell("process.chdir('/')")
