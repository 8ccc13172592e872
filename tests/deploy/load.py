"""Callers that each count in a session of their own, so that lost state shows as a wrong number."""
import http.client
import threading
import time

from tests.system.http_client import Client


class Counter:
    """One caller: starts a session, then counts up in it, call after call, and notes what went otherwise."""

    def __init__(self, server, session=None, language="js"):
        self.client = Client(server, timeout=30)
        self.session = session
        self.language = language
        self.count = 0
        self.told = []  # what it was told of a loss: a status, or that its session is new
        self.lost = []  # what it was not told: an answer that is wrong and does not say why

    def begin(self):
        self.session = self.client.result("var n = 0; n", self.session, self.language)["session"]
        return self

    @property
    def node(self):
        """The number of the node that made the session."""
        return int(self.session.split("-")[1])

    def step(self):
        try:
            answer = self.client.eval("n += 1; n", self.session, self.language)
        except (OSError, http.client.HTTPException) as error:
            self.lost.append(f"no answer: {error!r}")
            return
        if answer.status != 200:
            self.told.append(answer.status)
            # What became of the cell is not known then: a caller looks.
            self.recover()
            return
        result = answer.json()
        if result.get("sessionCreated"):
            self.told.append("sessionCreated")
            self.recover()
        elif result["content"][0]["text"] != str(self.count + 1):
            self.lost.append(result["content"][0]["text"])
            self.recover()
        else:
            self.count += 1

    def recover(self):
        """Starts to count anew, as a caller would who was told that his state is gone."""
        self.count = 0
        for _ in range(50):
            answer = self.client.eval("var n = 0; n", self.session, self.language)
            if answer.status == 200:
                return
            time.sleep(0.1)
        self.lost.append(f"not served again: {answer}")


class Beginner:
    """One caller who begins a session with each call."""

    def __init__(self, server):
        self.client = Client(server, timeout=30)
        self.calls = []  # when each began, and its status or what came instead of an answer

    def step(self):
        began = time.monotonic()
        try:
            answer = self.client.eval("1", language="js")
            said = answer.status
            if said == 200:
                self.client.delete(f"/sessions/{answer.json()['session']}")
        except (OSError, http.client.HTTPException) as error:
            said = repr(error)
        self.calls.append((began, said))


class Load:
    """Callers that go on at once until stop(). A context manager."""

    def __init__(self, counters, pause=0.01):
        self.counters = counters
        self.pause = pause
        self.ending = threading.Event()
        self.threads = [threading.Thread(target=self.run, args=(counter,), daemon=True) for counter in counters]

    def run(self, counter):
        while not self.ending.is_set():
            counter.step()
            time.sleep(self.pause)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.ending.set()
        for thread in self.threads:
            thread.join(60)

    def faults(self):
        return {counter.session: (counter.told, counter.lost) for counter in self.counters if counter.told or counter.lost}
