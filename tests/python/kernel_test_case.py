"""Test cases with a runner: one for the whole class, started anew if a test ended it."""

import unittest

from runner_process import Runner


class KernelTestCase(unittest.TestCase):
    tools = {}
    _runner = None

    @property
    def runner(self):
        cls = type(self)
        if cls._runner is not None and cls._runner.is_lost:
            cls.drop_runner()
        if cls._runner is None:
            cls._runner = Runner(tools=self.tools)
        return cls._runner

    def run_cell(self, code, **request):
        return self.runner.run(code, **request)

    def assertText(self, code, expected):
        self.assertEqual(self.run_cell(code).text, expected)

    def assertAlive(self):
        self.assertEqual(self.run_cell("6 * 7").result, {"text/plain": "42"})

    @classmethod
    def drop_runner(cls):
        if cls._runner is not None:
            cls._runner.close()
            cls._runner = None

    @classmethod
    def tearDownClass(cls):
        cls.drop_runner()
