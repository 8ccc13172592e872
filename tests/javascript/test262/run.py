#!/usr/bin/env python3
"""Runs a checkout of tc39/test262 against the JavaScript runner.

    run.py CHECKOUT --runner build/evald-js [--every 20] [--under language/statements] [--jobs 2]

Prints passes by folder, and compares the failures with known_failures.txt. Exit status 1: something fails that is not
listed there, or is listed and passes.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import sys

import execution
import known_failures
import report
import selection
import staging


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--runner", default=os.environ.get("EVALD_JS_RUNNER", "evald-js"))
    parser.add_argument("--every", type=int, default=1, help="only each Nth test")
    parser.add_argument("--under", default="", help="only paths with this text in them")
    parser.add_argument("--paths", type=pathlib.Path, help="only the paths in this file, one a line")
    parser.add_argument("--mode", help="only this one of sloppy, strict, module")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1)))
    parser.add_argument("--seconds", type=float, default=20, help="for one test")
    parser.add_argument("--groups", type=int, default=0, help="show this many kinds of failures")
    parser.add_argument("--update", action="store_true", help="list what fails as known, and no more what passes")
    parser.add_argument("--results", type=pathlib.Path, help="write the outcome of every test here, as JSON")
    return parser.parse_args()


def chosen(options, excluded):
    if options.paths:
        names = options.paths.read_text().split()
    else:
        names = list(selection.paths(options.checkout, options.under))[:: options.every]
    for path in names:
        test = selection.Test(options.checkout, path)
        if not selection.is_excluded(test, excluded):
            yield test


def run_all(tests, options, stage):
    harness = execution.Harness(options.checkout)

    def outcome(test):
        for mode in test.modes:
            if options.mode and mode != options.mode:
                continue
            failure = execution.run(test, mode, harness, stage, options.runner, options.seconds)
            if failure is not None:
                return "[%s] %s" % (mode, failure)
        return None

    results = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for test, failure in zip(tests, pool.map(outcome, tests)):
            results[test.path] = failure
            if sys.stderr.isatty():
                print("\r%d / %d" % (len(results), len(tests)), end="", file=sys.stderr)
    return results


def main():
    options = arguments()
    options.runner = os.path.abspath(options.runner)
    options.checkout = options.checkout.resolve()
    tests = list(chosen(options, selection.Rules(selection.HERE / "excluded.txt")))
    if options.mode:
        tests = [test for test in tests if options.mode in test.modes]
    with staging.Stage(options.checkout, tests) as stage:
        results = run_all(tests, options, stage)
    if options.results:
        options.results.write_text(json.dumps(results, indent=0))
    print(report.table(results))
    if options.groups:
        print(report.groups(results, options.groups))
    known = known_failures.read()
    failing, passing = known_failures.compare(results, known)
    if options.mode:
        passing = []  # another mode may be the one that fails
    for path in failing:
        print("fails: %s: %s" % (path, results[path]))
    for path in passing:
        print("listed as failing (%s), but passes: %s" % (known[path], path))
    if options.update:
        known_failures.write(known_failures.updated(results, known))
    sys.exit(1 if failing or passing else 0)


if __name__ == "__main__":
    main()
