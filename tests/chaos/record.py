"""What the clients saw, and what must be true of it."""

import collections
import json
import threading


class Record:
    """Filled by all clients; looked at in the end."""

    def __init__(self):
        self.lock = threading.Lock()
        self.runs = {}  # run id -> session
        self.successes = []  # (session, language, cell id, kernel, seen, notice)
        self.judged = set()  # runs whose results are among them
        self.told = collections.Counter()  # (session, language) -> notices in other results
        self.wiped = collections.Counter()  # (session, language) -> resets and deletions that were asked for
        self.faults = []
        self.done = collections.Counter()  # what was done how often

    def fault(self, text):
        with self.lock:
            self.faults.append(text)

    def accepted(self, run, session):
        with self.lock:
            self.runs[run] = session

    def wiping(self, session, language):
        with self.lock:
            self.wiped[session, language] += 1

    def result(self, session, language, identity, result):
        """A result of one ordinary cell."""
        self.accepted(result["run"], session)
        if result["isError"]:
            return
        text = result["content"][0]["text"]
        try:
            kernel, seen = json.loads(text.strip().splitlines()[-1])
        except (ValueError, IndexError, TypeError):
            self.fault(f"cell {identity} of {session} succeeded with {text[:200]!r}")
            return
        with self.lock:
            entry = (session, language, identity, kernel, seen, result["details"].get("notice"))
            self.successes.append(entry)
            self.judged.add(result["run"])

    def other_result(self, session, result):
        """The result of a run that nobody waited for, or that did something else."""
        if result["run"] not in self.judged and result["details"].get("notice"):
            self.told[session, "py" if result["details"]["language"] == "python" else "js"] += 1

    def check(self, ran):
        """All that is wrong, as texts."""
        faults = list(self.faults)
        for identity, times in collections.Counter(ran).items():
            if times > 1:
                faults.append(f"cell {identity} ran {times} times")
        ran = set(ran)
        for session, language, identity, kernel, seen, _ in self.successes:
            if seen[-1] != identity or len(set(seen)) != len(seen):
                faults.append(f"cell {identity} of {session} found {seen}")
            if language == "py" and not set(seen) <= ran:
                faults.append(f"cell {identity} of {session} saw cells that never ran")
        faults += self.check_states()
        return faults

    def check_states(self):
        """In one kernel each cell finds all that ran there before; a new kernel is told of."""
        kernels = collections.defaultdict(list)
        for session, language, identity, kernel, seen, notice in self.successes:
            kernels[session, language, kernel].append((seen, identity, notice))
        for (session, language, kernel), cells in kernels.items():
            cells.sort(key=lambda cell: len(cell[0]))
            for (before, _, _), (after, identity, _) in zip(cells, cells[1:]):
                if after[:len(before)] != before:
                    yield f"cell {identity} of {session} found {after} where {before} had been"
        for place in {(session, language) for session, language, _ in kernels}:
            yield from self.check_notices(place, kernels)

    def check_notices(self, place, kernels):
        """Each kernel but the first was announced, or followed a reset or deletion that somebody asked for."""
        untold = 0
        for key, cells in kernels.items():
            if key[:2] != place:
                continue
            seen, identity, notice = cells[0]
            # Its first ordinary cell may have been one that did not succeed, and was told instead.
            if seen[0] == identity and not notice:
                untold += 1
        if untold > 1 + self.wiped[place] + self.told[place]:
            yield (f"{place}: {untold} kernels came without a notice, {self.wiped[place]} were asked for, "
                   f"{self.told[place]} told to other cells")
