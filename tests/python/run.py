"""Runs the runner's tests: `run.py [test_file ...]`. Exit code 0: all passed."""

import compileall
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    # Kernels don't write bytecode; without any, each would compile the runner's modules anew.
    compileall.compile_dir(str(HERE.parents[1] / "runners" / "python" / "eval_runner"), quiet=2)
    sys.path.insert(0, str(HERE))
    sys.path.insert(0, str(HERE.parents[1] / "runners" / "python"))
    names = [Path(name).stem for name in sys.argv[1:]] or sorted(path.stem for path in HERE.glob("test_*.py"))
    suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(
        "%d passed, %d failed, %d skipped"
        % (result.testsRun - failed - len(result.skipped), failed, len(result.skipped))
    )
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main())
