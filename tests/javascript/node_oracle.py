"""What Node prints for cells: the measure of the programs' expected outputs. Needs node; only recording asks it."""

import json
import os
import subprocess

HARNESS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "node_oracle.js")
MAJOR = "v20."


def require_node_20():
    version = subprocess.run(["node", "--version"], stdout=subprocess.PIPE, check=True).stdout.decode()
    if not version.startswith(MAJOR):
        raise SystemExit("expected outputs are made with Node 20; this is " + version)


def outcomes(cells):
    """For each cell, run in one process after another: {stdout, stderr, value, error}, only what there is."""
    environment = dict(os.environ, TZ="UTC", NO_COLOR="1")
    done = subprocess.run(["node", "--expose-internals", HARNESS], input=json.dumps(cells).encode(), env=environment,
                          stdout=subprocess.PIPE, check=True, timeout=60)
    return json.loads(done.stdout)
