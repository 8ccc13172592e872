"""The programs of docs/tools.md do what it says."""
import os
import shutil
import subprocess
import sys
import unittest

from .server import ROOT
from .system_test import SystemTest

FOLDER = os.path.join(ROOT, "docs", "examples")


class Examples(SystemTest):

    def output_of(self, *command):
        server = self.serve()
        ended = subprocess.run([*command, server.url, server.token], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        return ended.stdout

    def test_python_with_server_sent_events(self):
        path = os.path.join(FOLDER, "offer_tools.py")
        self.assertEqual(self.output_of(sys.executable, path), "[0.5, 0.75] 1.5\n")
        with open(path, encoding="utf-8") as file:
            self.assertLessEqual(len(file.readlines()), 40)

    @unittest.skipUnless(shutil.which("node"), "Node is not installed")
    def test_javascript_with_a_websocket(self):
        self.assertEqual(self.output_of("node", os.path.join(FOLDER, "offer_tools.js")), "[0.5, 0.75] 1.5\n")
