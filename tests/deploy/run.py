#!/usr/bin/env python3
"""Runs tests of what is deployed without containers: `run.py test_balancer`, or a class or a test of it."""
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    sys.path.insert(0, ROOT)
    names = [f"tests.deploy.{name}" for name in sys.argv[1:] if not name.startswith("-")]
    options = [name for name in sys.argv[1:] if name.startswith("-")]
    unittest.main(module=None, argv=[sys.argv[0], *options, *names])


if __name__ == "__main__":
    main()
