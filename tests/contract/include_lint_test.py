"""The include lint finds circles; what it says of single files is seen on the project itself."""

import unittest
from pathlib import Path

from include_lint import circle_in, layer_of


class Circles(unittest.TestCase):
    def test_a_line_has_none(self):
        self.assertIsNone(circle_in({"a": {"b": ""}, "b": {"c": ""}}))

    def test_a_diamond_has_none(self):
        self.assertIsNone(circle_in({"a": {"b": "", "c": ""}, "b": {"d": ""}, "c": {"d": ""}}))

    def test_a_circle_is_named_from_start_to_start(self):
        self.assertEqual(circle_in({"a": {"b": ""}, "b": {"c": ""}, "c": {"b": ""}}), ["b", "c", "b"])


class Layers(unittest.TestCase):
    def test_the_core_sees_itself_only_and_the_service_both(self):
        self.assertEqual(layer_of(Path("eval-core/session/session.cpp")), ["eval-core"])
        self.assertEqual(layer_of(Path("service/http/router.cpp")), ["service", "eval-core"])

    def test_a_runner_stands_alone(self):
        self.assertEqual(layer_of(Path("runners/launcher/main.cpp")), ["runners/launcher"])


if __name__ == "__main__":
    unittest.main()
