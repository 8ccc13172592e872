"""The file lint refuses names that say nothing, wherever in the path."""

import unittest
from pathlib import Path

from file_lint import complaint_about_name


class Names(unittest.TestCase):
    def test_empty_words_are_refused_as_a_whole_or_as_a_part(self):
        for name in ("util.hpp", "string_utils.cpp", "test-utils/a.py", "helpers/a.py", "helper.cpp", "common/x.hpp", "Misc.md"):
            with self.subTest(name):
                self.assertIsNotNone(complaint_about_name(Path("service") / name))

    def test_words_that_only_contain_them_are_taken(self):
        for name in ("utilization.cpp", "commonmark.py", "futile.hpp", "test_helpers.py"):
            with self.subTest(name):
                self.assertIsNone(complaint_about_name(Path("service") / name))

    def test_cpp_files_are_in_snake_case(self):
        self.assertIsNotNone(complaint_about_name(Path("service/HttpServer.cpp")))
        self.assertIsNone(complaint_about_name(Path("service/http_server.cpp")))


if __name__ == "__main__":
    unittest.main()
