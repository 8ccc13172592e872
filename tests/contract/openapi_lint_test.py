#!/usr/bin/env python3
"""The linter finds what it is for: each test breaks a copy of the contract in one way."""
import copy
import os
import sys
import tempfile
import unittest

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import openapi_document
import openapi_lint

CONTRACT = openapi_document.load()


class Linter(unittest.TestCase):

    def setUp(self):
        self.data = copy.deepcopy(CONTRACT)
        self.schemas = self.data["components"]["schemas"]
        self.eval = self.data["paths"]["/eval"]["post"]

    def assert_found(self, *words):
        faults = openapi_lint.lint(self.data)
        self.assertTrue(any(all(word in fault for word in words) for fault in faults), faults)

    def test_the_contract_itself_is_clean(self):
        self.assertEqual(openapi_lint.lint(self.data), [])

    def test_a_reference_that_leads_nowhere(self):
        self.schemas["Cell"]["properties"]["language"] = {"$ref": "#/components/schemas/Nothing"}
        self.assert_found("Nothing", "nowhere")

    def test_an_unused_schema(self):
        self.schemas["Orphan"] = {"type": "object"}
        self.assert_found("Orphan", "unused")

    def test_an_unused_example(self):
        self.data["components"]["examples"]["Orphan"] = {"value": 1}
        self.assert_found("Orphan", "unused")

    def test_an_example_that_breaks_its_schema(self):
        self.data["components"]["examples"]["OneCell"]["value"]["cells"][0]["language"] = "ruby"
        self.assert_found("ruby")

    def test_an_example_with_a_member_that_nobody_described(self):
        self.data["components"]["examples"]["Result"]["value"]["details"]["surprise"] = 1
        self.assert_found("surprise")

    def test_a_schema_that_is_none(self):
        self.schemas["Cell"]["properties"]["title"] = {"type": "strin"}
        self.assert_found("Cell", "strin")

    def test_an_operation_without_scope_or_summary(self):
        del self.eval["x-scope"]
        self.assert_found("x-scope")

    def test_an_operation_id_that_stands_twice(self):
        self.eval["operationId"] = "getRun"
        self.assert_found("getRun")

    def test_an_operation_without_its_refusals(self):
        del self.eval["responses"]["401"]
        self.assert_found("POST /eval", "401")

    def test_an_error_that_is_no_problem(self):
        self.data["components"]["responses"]["NotFound"]["content"] = {"text/plain": {}}
        self.assert_found("problem+json")

    def test_a_path_parameter_that_is_not_in_the_path(self):
        self.data["paths"]["/sessions/{id}"]["parameters"] = []
        self.assert_found("path parameters")

    def test_a_request_that_takes_anything(self):
        del self.schemas["EvalRequest"]["additionalProperties"]
        self.assert_found("EvalRequest", "unknown member")

    def test_a_misspelt_member_of_the_document(self):
        self.eval["sumary"] = "x"
        self.assert_found("sumary")

    def test_a_key_that_stands_twice(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write("a: 1\na: 2\n")
            file.flush()
            with self.assertRaises(yaml.YAMLError):
                openapi_document.load(file.name)


if __name__ == "__main__":
    unittest.main()
