"""Packages as agents install them load and work: each with one small use, what it prints in Node 20."""

import json
import os
import shutil
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from runner import BINARY, Runner  # noqa: E402

LIMIT_S = 240


def text_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None


def installed():
    """The folder beside the runner with the locked packages; a reason to skip if they can't be had."""
    folder = os.path.join(os.path.dirname(os.path.abspath(BINARY)), "test_packages")
    lock = os.path.join(HERE, "package-lock.json")
    copy = os.path.join(folder, "package-lock.json")
    if text_of(copy) == text_of(lock) and os.path.isdir(folder + "/node_modules"):
        return folder
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(HERE, "package.json"), folder)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        shutil.copy(lock, copy)
        subprocess.run(command, cwd=folder, check=True, timeout=LIMIT_S, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except (OSError, subprocess.SubprocessError) as failure:
        os.remove(copy)
        raise unittest.SkipTest("npm can't install the packages: %s" % failure)
    return folder


class PackagesTest(unittest.TestCase):
    def test_packages_work(self):
        try:
            folder = installed()
        except unittest.SkipTest as reason:
            print(reason, file=sys.stderr)
            raise
        with open(os.path.join(HERE, "uses.json"), encoding="utf-8") as file:
            uses = json.load(file)
        for package, use in uses.items():
            with self.subTest(package=package):
                runner = Runner(cwd=folder, env={"TZ": "UTC"})
                try:
                    cell = runner.run(use["code"])
                    if "awaits" in use:  # known not to work yet, and why
                        self.assertIsNotNone(cell.error, "it works now: take out what it awaits")
                        continue
                    self.assertIsNone(cell.error, cell.error and cell.traceback)
                    self.assertEqual(cell.text(), use["prints"])
                finally:
                    runner.close()
