#!/usr/bin/env python3
"""Runs the covered cases against the built server, started with a fresh data folder and tokens of two principals.

    run.py [--all] [--jobs N] [options of check, such as --only py-05 -v]

The server is that of EVALD_BINARY or EVALD_TEST_BIN, else build/dev/evald.
"""
import fnmatch
import hashlib
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))

from tests.system.server import Server, is_sanitized

FIRST, SECOND = "cases-first-principal-token", "cases-second-principal-token"


def config(deflate):
    """The second token; the first goes through the environment, where a kernel must not find it."""
    digest = hashlib.sha256(SECOND.encode()).hexdigest()
    return {"auth": {"tokens": [{"name": "second", "sha256": digest, "scopes": ["eval", "watch"]}]},
            "websocket": {"deflate": deflate}}


def matches(name, pattern):
    return name == pattern or name.startswith(pattern + "-") or fnmatch.fnmatchcase(name, pattern)


def measures(case):
    """Whether a case bounds memory or latency, of which a sanitizer costs its own."""
    text = json.dumps(case)
    return '"rss_growth_max_mb"' in text or '"other_session_p95_ms_max"' in text


def covered(sanitized=None):
    """The ids that covered.txt names, in the order of cases.json; without those that measure where the server is built
    with a sanitizer, as the one under test is unless it is said."""
    with open(os.path.join(HERE, "cases.json"), encoding="utf-8") as file:
        cases = json.load(file)
    names = [case["id"] for case in cases]
    with open(os.path.join(HERE, "covered.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    chosen = set()
    for line in lines:
        found = {name for name in names if matches(name, line.lstrip("-"))}
        if not found:
            raise SystemExit(f"covered.txt: no case matches {line!r}")
        chosen = chosen - found if line.startswith("-") else chosen | found
    if is_sanitized() if sanitized is None else sanitized:
        chosen -= {case["id"] for case in cases if measures(case)}
    return [name for name in names if name in chosen]


def main():
    options = sys.argv[1:]
    everything = "--all" in options
    options = [option for option in options if option != "--all"]
    if not everything and "--only" not in options:
        options += ["--only", ",".join(covered())]
    with Server(config("ws+deflate" in options), token=FIRST) as server:
        command = [sys.executable, os.path.join(HERE, "check"), "--url", server.url, "--token", FIRST,
                   "--token2", SECOND, "--pid", str(server.pid), "--log", server.log_path, *options]
        ended = subprocess.run(command, check=False)
        if not server.running():
            print(f"the server ended with {server.process.returncode}:\n{server.log()[-3000:]}")
            return 1
        return ended.returncode


if __name__ == "__main__":
    sys.exit(main())
