"""Finds the project's files. Walks folders rather than asking git, so that it works in an image build, too."""

import os
from pathlib import Path

ROOT = Path(os.environ.get("EVALD_TEST_SOURCE_DIR", Path(__file__).resolve().parents[2]))
FOLDERS = ("cmake", "config", "deploy", "eval-core", "runners", "service", "tests")
SKIPPED = {"__pycache__", "node_modules", "build"}


def files(*folders, suffixes=None):
    """Paths below the given folders of the project (all of FOLDERS by default), relative to its root, sorted."""
    found = []
    for folder in folders or FOLDERS:
        for where, names, entries in os.walk(ROOT / folder):
            names[:] = sorted(name for name in names if name not in SKIPPED)
            found += [Path(where, entry).relative_to(ROOT) for entry in entries]
    return sorted(path for path in found if suffixes is None or path.suffix in suffixes)


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")
