"""Clients that do random things."""

import http.client
import json
import os
import random
import signal
import socket
import threading
import time

from .cells import ROUGH, SLOW

# What may be answered to anybody at any time while others do what they like.
EXPECTED = {200, 201, 202, 204, 403, 404, 409, 412, 413, 416, 429, 503}


class ChaosClient(threading.Thread):
    """One caller. What it does comes from its own random numbers."""

    ACTIONS = (("run", 10), ("stream", 5), ("walk_away", 3), ("detach", 3), ("repeat", 3), ("cancel", 2), ("slow", 2),
               ("rough", 4), ("interrupt", 2), ("reset", 1), ("delete", 1), ("kill", 2), ("files", 3), ("look", 2))

    def __init__(self, number, seed, server, client, sessions, cells, record, steps, deadline):
        super().__init__(daemon=True)
        self.number, self.server, self.client, self.sessions = number, server, client, sessions
        self.cells, self.record, self.steps, self.deadline = cells, record, steps, deadline
        self.random = random.Random(f"{seed}.{number}")
        self.count = 0

    def run(self):
        names, weights = zip(*self.ACTIONS)
        for _ in range(self.steps):
            if time.monotonic() > self.deadline:
                return
            name = self.random.choices(names, weights)[0]
            with self.record.lock:
                self.record.done[name] += 1
            try:
                getattr(self, "do_" + name)(self.random.choice(self.sessions))
            except (OSError, http.client.HTTPException) as error:
                if not isinstance(error, (ConnectionError, http.client.IncompleteRead, socket.timeout)):
                    self.record.fault(f"{name}: {error!r}")
            except Exception as error:  # told with the rest
                self.record.fault(f"{name}: {error!r}")

    # What is sent

    def next_cell(self):
        self.count += 1
        language = self.random.choice(("py", "py", "js"))
        identity = f"c{self.number}.{self.count}"
        return language, identity, self.cells.ordinary(language, identity)

    def check(self, answer):
        if answer.status not in EXPECTED:
            self.record.fault(f"an answer {answer}")
        return answer

    def keep(self, session, language, identity, answer):
        if answer.status == 200:
            self.record.result(session, language, identity, answer.json())
        return answer

    # What is done

    def do_run(self, session):
        language, identity, code = self.next_cell()
        self.keep(session, language, identity, self.check(self.client.eval(code, session, language)))

    def do_stream(self, session):
        language, identity, code = self.next_cell()
        accept = self.random.choice(("text/event-stream", "application/x-ndjson"))
        with self.client.stream(code, session, language, accept=accept) as stream:
            if stream.status != 200:
                return
            finished = [event for event in stream if event["type"] == "run.finished"]
            if len(finished) != 1:
                self.record.fault(f"the stream of {identity} had {len(finished)} ends")
            for event in finished:
                self.record.result(session, language, identity, event["result"])

    def do_walk_away(self, session):
        code = self.random.choice(SLOW).format(seconds=20)
        with self.client.stream(code, session) as stream:
            if stream.status == 200:
                self.record.accepted(next(iter(stream))["run"], session)

    def do_detach(self, session):
        language, identity, code = self.next_cell()
        answer = self.check(self.client.eval(code, session, language, detach=True))
        if answer.status != 202:
            return
        run = answer.json()["run"]
        self.record.accepted(run, session)
        while time.monotonic() < self.deadline + 60:
            answer = self.client.get(f"/runs/{run}")
            if answer.status != 200:
                return self.record.fault(f"run {run} is not known: {answer}")
            state = answer.json()
            if state.get("state") == "finished":
                return self.record.result(session, language, identity, state["result"])
            time.sleep(0.05)

    def do_repeat(self, session):
        language, identity, code = self.next_cell()
        key = {"Idempotency-Key": identity}
        answers = []
        again = threading.Thread(target=lambda: answers.append(self.client.eval(code, session, language, headers=key)))
        again.start()
        answers.append(self.client.eval(code, session, language, headers=key))
        again.join()
        runs = {self.check(answer).json()["run"] for answer in answers if answer.status == 200}
        if len(runs) > 1:
            self.record.fault(f"one key, two runs: {runs}")
        for answer in answers[:1]:
            self.keep(session, language, identity, answer)

    def do_cancel(self, session):
        answer = self.check(self.client.eval(self.random.choice(SLOW).format(seconds=20), session, detach=True))
        if answer.status != 202:
            return
        run = answer.json()["run"]
        self.record.accepted(run, session)
        time.sleep(self.random.random() / 2)
        self.check(self.client.post(f"/runs/{run}/cancel"))

    def do_slow(self, session):
        self.other(session, self.random.choice(SLOW).format(seconds=self.random.random()), 1)

    def do_rough(self, session):
        self.other(session, self.random.choice(ROUGH), 10)

    def other(self, session, code, timeout):
        answer = self.check(self.client.eval(code, session, timeout=timeout))
        if answer.status == 200:
            self.record.accepted(answer.json()["run"], session)

    def do_interrupt(self, session):
        self.check(self.client.post(f"/sessions/{session}/interrupt"))

    def do_reset(self, session):
        language = self.random.choice(("py", "js"))
        self.record.wiping(session, language)
        self.check(self.client.post(f"/sessions/{session}/reset", {"language": language}))

    def do_delete(self, session):
        for language in ("py", "js"):
            self.record.wiping(session, language)
        self.check(self.client.delete(f"/sessions/{session}"))

    def do_kill(self, _):
        kernels = self.server.kernels()
        if kernels:
            try:
                os.kill(self.random.choice(kernels), signal.SIGKILL)
            except ProcessLookupError:
                pass

    def do_files(self, session):
        path = f"/sessions/{session}/files/f{self.random.randrange(3)}"
        size = self.random.choice((0, 10, 100_000, 3_000_000))
        self.check(self.client.request("PUT", path, bytes(size)))
        answer = self.check(self.client.get(path))
        if answer.status == 200 and set(answer.body) - {0}:
            self.record.fault(f"{path} holds something else")
        if self.random.random() < 0.3:
            self.check(self.client.delete(path))

    def do_look(self, session):
        for path in ("/sessions", f"/sessions/{session}", "/artifacts", f"/sessions/{session}/files", "/metrics"):
            self.check(self.client.get(path))
        json.loads(self.client.get("/sessions").body)
