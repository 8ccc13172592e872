"""Waiting for a condition, never for a time."""
import time


class Late(AssertionError):
    """A condition did not come true in time."""


def wait_until(condition, what, within=10.0, every=0.01):
    """Returns the condition's first true value; raises Late, naming `what`, when there is none in time."""
    deadline = time.monotonic() + within
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Late(f"not within {within:g} s: {what}")
        time.sleep(every)
