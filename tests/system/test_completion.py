"""completion() answered by an OpenAI-compatible API."""
import json

from .stub_server import Reply, StubServer
from .system_test import SystemTest
from .tool_answerer import answer_by_websocket, offers


def chat(text, reason="stop"):
    return Reply({"id": "x", "choices": [{"index": 0, "finish_reason": reason,
                                          "message": {"role": "assistant", "content": text}}]})


class Completion(SystemTest):

    def api(self, answer, **more):
        stub = StubServer(answer)
        self.addCleanup(stub.close)
        settings = {"url": stub.url("/v1"), "key_variable": "T_KEY",
                    "models": {"default": "middle", "smol": "little"}, **more}
        return stub, self.client({"completion": settings}, environment={"T_KEY": "s3cret"})

    def test_text(self):
        stub, client = self.api(lambda asked: chat("said " + asked.json()["messages"][-1]["content"]))
        result = client.result("completion('hi', system='be brief'), completion('ho', model='smol')", "s")
        self.assertEqual(result["content"][0]["text"], "('said hi', 'said ho')")
        self.assertEqual([s["op"] for s in result["details"]["statusEvents"]], ["completion", "completion"])
        first, second = (asked.json() for asked in stub.asked)
        self.assertEqual(stub.asked[0].path, "/v1/chat/completions")
        self.assertEqual(stub.asked[0].headers["Authorization"], "Bearer s3cret")
        self.assertEqual(first, {"model": "middle", "messages": [{"role": "system", "content": "be brief"},
                                                                 {"role": "user", "content": "hi"}]})
        self.assertEqual(second["model"], "little")
        self.assertNotIn("s3cret", client.text("import os; print(os.environ)", "s"))

    def test_data_by_a_schema(self):
        answers = iter(['{"n": 3}', '{"n": "three"}', "three"])
        stub, client = self.api(lambda asked: chat(next(answers)))
        code = ("schema = {'type': 'object', 'properties': {'n': {'type': 'integer'}}, 'required': ['n']}\n"
                "for _ in range(3):\n    try: print(completion('p', schema=schema))\n    except RuntimeError as e: print(e)")
        lines = client.text(code).splitlines()
        self.assertEqual(lines[0], "{'n': 3}")
        self.assertIn("does not fit the schema: n: ", lines[1])
        self.assertIn("is no JSON", lines[2])
        form = stub.asked[0].json()["response_format"]
        self.assertEqual((form["type"], form["json_schema"]["schema"]["required"]), ("json_schema", ["n"]))

    def test_faults_are_told(self):
        stub, client = self.api(lambda asked: Reply({"error": {"message": "bad key"}}, 401))
        code = ("for arguments in ({}, {'model': 'gpt'}, {'schema': {'$ref': '#/no'}}):\n"
                "    try: completion('p', **arguments)\n    except RuntimeError as e: print(e)")
        lines = client.text(code).splitlines()
        self.assertIn("the completion API answered 401", lines[0])
        self.assertIn("bad key", lines[0])
        self.assertIn("model: ", lines[1])
        self.assertIn("the schema given to completion()", lines[2])
        self.assertEqual(len(stub.asked), 1)

    def test_a_caller_that_offers_completion_is_asked_first(self):
        stub, client = self.api(lambda asked: chat("not this"))
        connection = self.websocket(client.server)
        run = connection.start("completion('p')", tools=offers("completion"))
        result = answer_by_websocket(connection, run, {"completion": lambda args: json.dumps(args)})
        self.assertIn("prompt", result["content"][0]["text"])
        self.assertEqual(stub.asked, [])

    def test_completions_side_by_side_do_not_count_against_the_timeout(self):
        import threading

        def answer(asked):
            threading.Event().wait(1.2)
            return chat(asked.json()["messages"][-1]["content"])
        _, client = self.api(answer)
        code = "parallel([lambda i=i: completion(str(i)) for i in range(8)]) == [str(i) for i in range(8)]"
        self.assertEqual(client.text(code, timeout=1), "True")
