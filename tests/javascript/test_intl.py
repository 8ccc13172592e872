"""What of Intl depends on the runner's surroundings; what it formats stands in node_library/intl.json."""

import unittest

from runner import RunnerTest

IS_MAPPED = "require('fs').readFileSync('/proc/self/maps', 'utf8').includes('libicu')"


class IntlTest(RunnerTest):
    def test_icu_is_loaded_with_the_first_use(self):
        self.assertEqual(self.value("'a' < 'b' && typeof Number.prototype.toLocaleString; %s" % IS_MAPPED), "false")
        self.assertEqual(self.value("(1234.5).toLocaleString()"), "1,234.5")
        self.assertEqual(self.value(IS_MAPPED), "true")

    def test_the_locale_is_that_of_the_environment(self):
        for name, locale, text in (("de_DE.UTF-8", "de-DE", "1.234,5"), ("C.UTF-8", "en-US", "1,234.5"),
                                   ("xx_YY", "en-US", "1,234.5"), ("", "en-US", "1,234.5")):
            with self.subTest(name=name):
                runner = self.start_runner(env={"LANG": name})
                cell = runner.run("console.log(Intl.NumberFormat().resolvedOptions().locale, (1234.5).toLocaleString())")
                self.assertEqual(cell.text(), "%s %s\n" % (locale, text))

    def test_the_zone_is_that_of_the_environment_and_may_change(self):
        runner = self.start_runner(env={"TZ": "America/New_York"})
        code = "console.log(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(0).toLocaleString('en-US'))"
        self.assertEqual(runner.run(code).text(), "America/New_York 12/31/1969, 7:00:00 PM\n")
        self.assertEqual(runner.run("process.env.TZ = 'Asia/Tokyo'; " + code).text(),
                         "Asia/Tokyo 1/1/1970, 9:00:00 AM\n")

    def test_many_formatters_of_many_kinds(self):
        code = ("let n = 0; for (let i = 0; i < 200; i++) n += new Intl.NumberFormat('en', {minimumFractionDigits: i % 20,"
                " minimumIntegerDigits: 1 + i % 13}).format(0.5).length; n")
        self.assertEqual(self.value(code), self.value("let m = 0; for (let i = 0; i < 200; i++) { const d = 1 + i % 13;"
                                                      " m += d + Math.floor((d - 1) / 3) + 1 + Math.max(i % 20, 1); } m"))


if __name__ == "__main__":
    unittest.main()
