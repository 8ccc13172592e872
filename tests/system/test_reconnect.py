"""A watcher whose connection breaks again and again misses nothing and gets nothing twice."""
import json

from .raw_websocket import TEXT, RawWebSocket, frame
from .system_test import SystemTest

DROPS = 50
LINES = 100_000
# Written in steps, as a job would: the breaks shall fall among them. All of it stays below the ring's 2 MiB.
CODE = f"""
import time
for number in range({LINES}):
    print('line', number)
    if number % 500 == 499:
        time.sleep(0.005)
"""


class Watcher:
    """Puts the output of a session together over connections that break in the middle of what comes."""

    def __init__(self):
        self.last = 0
        self.text = []
        self.numbers = []
        self.result = None
        self.gaps = []

    def take(self, event):
        if event["type"] == "gap":
            self.gaps.append(event)
        if "seq" not in event:
            return
        self.numbers.append(event["seq"])
        self.last = event["seq"]
        if event["type"] == "output":
            self.text.append(event["text"])
        elif event["type"] == "run.finished":
            self.result = event["result"]

    def assert_whole(self, test, client):
        test.assertEqual(self.gaps, [])
        test.assertEqual(self.numbers, list(range(1, self.last + 1)), "each event once, in its order")
        text = "".join(self.text)
        test.assertEqual(text.count("\n"), LINES)
        artifact = client.get(f"/artifact/{self.result['details']['meta']['truncation']['artifact']}").body
        # The text of a run is kept without its final newline.
        test.assertTrue(text.encode() == artifact + b"\n",
                        f"{len(text)} bytes were watched, the artifact has {len(artifact)}")


class Reconnecting(SystemTest):

    def test_over_websockets_cut_in_the_middle_of_frames(self):
        client = self.client()
        run = self.websocket(client.server).start(CODE, "s", detach=True)
        watcher, drops = Watcher(), 0
        while watcher.result is None:
            with RawWebSocket(client.server) as connection:
                connection.send(frame(TEXT, json.dumps({"type": "watch", "session": "s", "since": watcher.last}).encode()))
                before = watcher.last
                while watcher.result is None and (drops >= DROPS or watcher.last < before + 2):
                    opcode, payload = connection.frame()
                    if opcode == TEXT:
                        watcher.take(json.loads(payload))
                if watcher.result is None:
                    connection.read.read(3)  # a part of the next frame, which is lost with the connection
                    drops += 1
        self.assertEqual(drops, DROPS)
        self.assertEqual(watcher.result["run"], run)
        watcher.assert_whole(self, client)

    def test_over_server_sent_events_with_last_event_id(self):
        client = self.client()
        self.websocket(client.server).start(CODE, "s", detach=True)
        watcher, drops, name = Watcher(), 0, None
        while watcher.result is None:
            with client.events("s", since=None if name else 0, headers={"Last-Event-ID": name} if name else {}) as events:
                before = watcher.last
                while watcher.result is None and (drops >= DROPS or watcher.last < before + 2):
                    event = next(events)
                    watcher.take(event)
                    name = f"{event['epoch']}-{event['seq']}"
                if watcher.result is None:
                    events.answer.read(3)
                    drops += 1
        self.assertEqual(drops, DROPS)
        watcher.assert_whole(self, client)
