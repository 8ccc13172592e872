"""200 MB of output: the server stays small, the answer short, the artifact whole."""
import hashlib

from .server import is_sanitized
from .system_test import SystemTest

LINE = b"x" * 79 + b"\n"
COUNT = 250_000 if is_sanitized() else 2_500_000  # 200 MB; sanitizers take ten times as long


def expected_digest():
    digest = hashlib.sha256()
    block = LINE * 10_000
    for _ in range(COUNT // 10_000 - 1):
        digest.update(block)
    digest.update(block[:-1])  # the text is trimmed at its end
    return digest.hexdigest()


class LargeOutput(SystemTest):

    def test_200_megabytes(self):
        client = self.client()
        code = f"block = ('x' * 79 + '\\n') * 1000\nimport sys\nfor _ in range({COUNT // 1000}): sys.stdout.write(block)"
        answer = client.eval(code, "s", timeout=120)
        self.assertEqual(answer.status, 200, answer)
        self.assertLess(len(answer.body), 70_000)
        truncation = answer.json()["details"]["meta"]["truncation"]
        self.assertEqual(truncation["totalBytes"], COUNT * len(LINE) - 1)
        self.assertEqual(truncation["totalLines"], COUNT)

        connection = client.connection()
        self.addCleanup(connection.close)
        artifact = client.send(connection, "GET", f"/artifact/{truncation['artifact']}")
        digest = hashlib.sha256()
        while True:
            piece = artifact.read(1 << 16)
            if not piece:
                break
            digest.update(piece)
        self.assertEqual(digest.hexdigest(), expected_digest())
        self.memory_of(client.server).assert_never_over(100)
