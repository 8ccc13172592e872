"""GET /tool, read as an agent framework does."""
import jsonschema

from .system_test import SystemTest


class ModelView(SystemTest):

    def test_each_format_is_what_its_api_takes(self):
        client = self.client()
        plain = client.get("/tool").json()
        self.assertEqual(set(plain), {"name", "description", "parameters"})
        self.assertEqual(client.get("/tool?format=json-schema").json(), plain)
        openai = client.get("/tool?format=openai").json()
        self.assertEqual(openai, {"type": "function", "function": plain})
        anthropic = client.get("/tool?format=anthropic").json()
        self.assertEqual(anthropic, {"name": "eval", "description": plain["description"], "input_schema": plain["parameters"]})
        mcp = client.get("/tool?format=mcp").json()
        self.assertEqual(mcp, {"name": "eval", "description": plain["description"], "inputSchema": plain["parameters"]})
        self.assert_problem(client.get("/tool?format=xml"), 400)

    def test_what_fits_the_schema_is_taken_and_what_does_not_is_not(self):
        client = self.client()
        schema = client.get("/tool").json()["parameters"]
        jsonschema.Draft7Validator.check_schema(schema)
        good = {"cells": [{"language": "py", "code": "1 + 1", "title": "add", "timeout": 5, "reset": False}]}
        jsonschema.validate(good, schema)
        self.assertEqual(client.post("/eval", good).json()["content"][0]["text"], "2")
        for bad in ({"cells": []}, {"cells": [{"code": "1"}]}, {"cells": [{"language": "rb", "code": "1"}]},
                    {"cells": [{"language": "py", "code": "1", "more": 1}]}, {},
                    {"cells": [{"language": "py", "code": "1", "timeout": 0}]}):
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate(bad, schema)
            self.assertEqual(client.post("/eval", bad).status, 400, bad)

    def test_it_speaks_of_what_is_there_and_of_nothing_else(self):
        both = self.client({"tools": {"clock": {"url": "http://127.0.0.1:9/", "description": "The time."}}})
        text = both.get("/tool").json()["description"]
        for word in ("Python", "JavaScript", "%pip", "tool.clock: The time.", "parallel", "30 s", "20KiB"):
            self.assertIn(word, text)
        without = self.client({"kernels": {"python": {"enabled": False}}}).get("/tool").json()
        self.assertEqual(without["parameters"]["properties"]["cells"]["items"]["properties"]["language"]["enum"], ["js"])
        for word in ("Python", "py", "%pip", "None", "asyncio", "matplotlib"):
            self.assertNotIn(word, without["description"])
        python = self.client({"kernels": {"javascript": {"enabled": False}}, "limits": {"cell_timeout": 7}}).get("/tool").json()
        self.assertNotIn("JavaScript", python["description"])
        self.assertNotIn("js", python["description"])
        self.assertIn("7 s", python["description"])

    def test_it_needs_the_scope_watch(self):
        from .http_client import Client
        client = self.client()
        self.assertEqual(Client(client.server, token=None).get("/tool").status, 401)
