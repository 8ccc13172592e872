"""The table of calls of the prelude's helpers, which both languages' suites play: calls.json, one after the other.

Each has `helper`, `args`, `options` (by name), and what the helper `gives` (as JSON) or a part of the text with which it
`fails`; `status` are members of the event that it emits."""

import json
import os

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "calls.json")


def all_calls():
    with open(PATH, encoding="utf-8") as file:
        return json.load(file)


def check(test, call, given, failure, statuses):
    """Holds one call's outcome to the table: what it printed, the error's text or None, the status events."""
    if "fails" in call:
        test.assertIsNotNone(failure, "it did not fail")
        test.assertIn(call["fails"], failure)
        return
    test.assertIsNone(failure)
    test.assertEqual(json.loads(given), call["gives"])
    if "status" in call:
        test.assertTrue(any(call["status"].items() <= status.items() for status in statuses), statuses)
