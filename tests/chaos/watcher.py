"""Watches a session from its start to the end of the test: numbers without holes, one end for each run."""

import collections
import threading


class Watcher(threading.Thread):
    """A reader of one session's events, over deletions of the session: each of its lives has an epoch."""

    def __init__(self, client, session, record):
        super().__init__(daemon=True)
        self.client, self.session, self.record = client, session, record
        self.ending = threading.Event()
        self.queued = collections.Counter()
        self.finished = collections.Counter()
        self.has_gaps = False

    def run(self):
        while not self.ending.is_set():
            try:
                self.watch_one_life()
            except OSError:
                pass  # the server's end of the stream, or ours
            except Exception as error:  # told with the rest
                self.record.fault(f"the watcher of {self.session}: {error!r}")
                return

    def watch_one_life(self):
        expected = None
        with self.client.events(self.session, since=0) as events:
            self.events = events
            for event in events:
                if self.ending.is_set():
                    return
                if event["type"] == "gap":
                    self.has_gaps = True
                    expected = event["to"] + 1
                    continue
                if expected is not None and event["seq"] != expected:
                    self.record.fault(f"{self.session}: {event['seq']} came where {expected} was due")
                expected = event["seq"] + 1
                self.count(event)

    def count(self, event):
        if event["type"] == "run.queued":
            self.queued[event["run"]] += 1
        elif event["type"] == "run.finished":
            self.finished[event["run"]] += 1

    def check(self):
        for run, times in (self.queued + self.finished).items():
            if self.queued[run] > 1 or self.finished[run] > 1:
                yield f"{self.session}: run {run} was queued {self.queued[run]} times, finished {self.finished[run]}"
        if not self.has_gaps:
            for run in set(self.finished) - set(self.queued):
                yield f"{self.session}: run {run} ended without a beginning"
