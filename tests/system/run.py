#!/usr/bin/env python3
"""Runs end-to-end tests: all, or those of the modules or test names given.

    run.py                       all
    run.py test_state            one module
    run.py test_state.Reset -v   one class

The server is that of EVALD_BINARY or EVALD_TEST_BIN, else build/dev/evald.
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
    verbosity = 2 if "-v" in sys.argv[1:] else 1
    loader = unittest.TestLoader()
    if names:
        suite = loader.loadTestsFromNames(f"tests.system.{name}" for name in names)
    else:
        suite = loader.discover(HERE, "test_*.py", ROOT)
    ended = unittest.TextTestRunner(verbosity=verbosity, failfast="--failfast" in sys.argv[1:]).run(suite)
    return 0 if ended.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
