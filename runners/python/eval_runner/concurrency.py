"""How many calls to the host, and functions of parallel(), go on at once."""

import os


def _width():
    try:
        return max(1, int(os.environ.get("EVAL_MAX_CONCURRENCY", "")))
    except ValueError:
        return 32


WIDTH = _width()
