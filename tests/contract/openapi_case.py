"""What the contract tests share: the contract, a configuration, and requests that are checked as they are answered."""
import hashlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, ROOT]

from openapi_checks import Contract
from tests.system.system_test import SystemTest

CONTRACT = Contract()
SCOPES = ("eval", "watch", "metrics")
SAMPLES = {"run": "no-such-run", "id": "no-such-thing", "path": "no/such/file", "name": "no-such-file.js"}
LONG = "for i in range(20000): print('line', i)"
PICTURE = """
import base64
class Picture:
    def _repr_mimebundle_(self, **_):
        return {'image/png': base64.b64encode(b'x' * 5000).decode(), 'text/plain': 'a picture'}
"""


def config(**changes):
    """A token for each scope, and limits that are soon reached."""
    tokens = [{"name": scope, "sha256": hashlib.sha256(f"only-{scope}".encode()).hexdigest(), "scopes": [scope]}
              for scope in SCOPES]
    return {
        "auth": {"tokens": tokens, "failures_per_minute": 100000},
        "metrics": {"allow": []},
        "limits": {"body": "64KiB", "code": "32KiB", "queue": 1},
        "output": {"image_bytes": "6KiB"},
        **changes,
    }


def filled(path):
    """A path template with values that name nothing."""
    for name, value in SAMPLES.items():
        path = path.replace("{%s}" % name, value)
    return path


def implemented():
    return [operation for operation in CONTRACT.document.operations() if not operation.planned]


class ContractTest(SystemTest):
    """Checks each answer against the contract as it comes."""

    def ask(self, client, method, path, body=None, headers=None, at=None):
        """Sends a request and checks the answer as one to the operation `at` (the path template)."""
        answer = client.request(method, at or path, body, headers)
        faults = CONTRACT.faults_of_answer(method, path, answer)
        self.assertEqual(faults, [], f"{method} {at or path}")
        return answer

    def expect(self, status, client, method, path, *arguments, **options):
        answer = self.ask(client, method, path, *arguments, **options)
        self.assertEqual(answer.status, status, answer)
        return answer

    def eval(self, client, code, session="s", status=200, headers=None, **more):
        cells = [{"language": "py", "code": code}] if isinstance(code, str) else code
        return self.expect(status, client, "POST", "/eval", {"session": session, "cells": cells, **more}, headers)
