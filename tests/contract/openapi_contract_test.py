#!/usr/bin/env python3
"""Holds the running server to openapi.yaml: good answers, every error that can be provoked, streams, access.

    openapi_contract_test.py [BINARY] [unittest options]

The server is BINARY, else that of EVALD_BINARY or EVALD_TEST_BIN, else build/dev/evald.
"""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from openapi_case import CONTRACT, implemented
from openapi_access import Access
from openapi_good_answers import GoodAnswers, Streams
from openapi_refusals import Elsewhere, Refusals

# Answers of implemented routes that no test can provoke from outside, and why.
NOT_PROVOKED = {
    ("GET /readyz", 503): "only while starting, for some milliseconds, or where no language can run",
}


class Coverage(unittest.TestCase):
    """Runs last."""

    def test_every_answer_of_the_contract_was_seen(self):
        missing = []
        for operation in implemented():
            for status in set(operation.spec["responses"]) - {"default"}:
                pair = (operation.name, int(status))
                if pair not in CONTRACT.seen and pair not in NOT_PROVOKED:
                    missing.append(pair)
        self.assertEqual(missing, [])

    def test_every_event_and_message_was_seen(self):
        mapping = CONTRACT.document.data["components"]["schemas"]["Event"]["discriminator"]["mapping"]
        self.assertEqual(set(mapping) - CONTRACT.seen_events, set())
        self.assertEqual(CONTRACT.seen_messages, {"AcceptedMessage", "PongMessage", "RefusedMessage"})


def load_tests(loader, *_):
    suite = unittest.TestSuite()
    for case in (GoodAnswers, Streams, Refusals, Access, Elsewhere, Coverage):
        suite.addTests(loader.loadTestsFromTestCase(case))
    return suite


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.path.exists(sys.argv[1]):
        os.environ["EVALD_BINARY"] = sys.argv.pop(1)
    unittest.main()
