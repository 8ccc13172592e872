#!/usr/bin/env python3
"""Runs the security tests: all, or those of the modules or test names given. As tests/system/run.py.

Attacks are tried with each layer of the sandbox on and off. What this machine cannot do is skipped, with its reason.
"""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def main():
    sys.path.insert(0, ROOT)
    from tests.system.server import binary
    if not os.access(binary(), os.X_OK):
        print(f"no server at {binary()}: build it, or set EVALD_BINARY", file=sys.stderr)
        return 1
    names = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    loader = unittest.TestLoader()
    if names:
        suite = loader.loadTestsFromNames(f"tests.security.{name}" for name in names)
    else:
        suite = loader.discover(HERE, "test_*.py", ROOT)
    ended = unittest.TextTestRunner(verbosity=2, failfast="--failfast" in sys.argv[1:]).run(suite)
    for test, reason in ended.skipped:
        print(f"skipped: {test.id()}: {reason}")
    return 0 if ended.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
