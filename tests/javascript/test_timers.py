"""setTimeout and its kin."""

from runner import RunnerTest


class TimerTest(RunnerTest):
    def until(self, code, text):
        """Runs a cell, then collects what its timers print until `text` is complete."""
        self.assertEqual(self.run_cell(code).done["status"], "ok")
        seen = ""
        while len(seen) < len(text):
            seen += self.runner.read()["data"]
        self.assertEqual(seen, text)

    def test_order(self):
        self.until("setTimeout(function () { console.log('c') }, 30); setTimeout(function () { console.log('b') }, 2);"
                   "setTimeout(function () { console.log('b2') }, 2); setImmediate(function () { console.log('a') })",
                   "a\nb\nb2\nc\n")

    def test_arguments(self):
        self.until("setTimeout(function (a, b) { console.log(a, b) }, 1, 'x', 2)", "x 2\n")

    def test_intervals_until_cleared(self):
        self.until("var n = 0, id = setInterval(function () { console.log(++n); if (n == 3) clearInterval(id) }, 1);"
                   "setTimeout(function () { console.log('end') }, 60)", "1\n2\n3\nend\n")

    def test_clearing(self):
        self.until("clearTimeout(setTimeout(function () { console.log('never') }, 1));"
                   "clearImmediate(setImmediate(function () { console.log('never') }));"
                   "clearTimeout(+setTimeout(function () { console.log('never') }, 1));"
                   "setTimeout(function () { console.log('never') }, 1).close();"
                   "clearTimeout(undefined); clearTimeout(null); clearTimeout({}); clearTimeout(123456);"
                   "setTimeout(function () { console.log('end') }, 20)", "end\n")

    def test_handles(self):
        self.assertEqual(self.value("var t = setTimeout(function () {}, 1e6); t.unref() === t && t.hasRef() && +t > 0"),
                         "true")

    def test_refresh_from_the_callback(self):
        self.until("var n = 0, t = setTimeout(function () { console.log(++n); if (n < 3) t.refresh() }, 1)", "1\n2\n3\n")

    def test_no_callback_is_an_error(self):
        self.assertEqual(self.run_cell("setTimeout('code', 1)").error["ename"], "TypeError")

    def test_a_cell_is_not_run_in_the_middle_of_a_callback(self):
        self.run_cell("setTimeout(function () { console.log('begin'); var end = Date.now() + 30;"
                      " while (Date.now() < end) {} console.log('whole') }, 1)")
        self.assertEqual(self.runner.read()["data"], "begin\n")
        self.runner.start("console.log('next')")
        self.assertEqual(self.runner.read()["data"], "whole\n")
        self.assertEqual(self.runner.finish().text(), "next\n")
