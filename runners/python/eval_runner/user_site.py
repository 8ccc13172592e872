"""The session's own packages: what %pip installs where the interpreter's own environment can't be written to."""

import os
import sys


def folder_of(workspace):
    return os.path.join(base_of(workspace), "lib", "python%d.%d" % sys.version_info[:2], "site-packages")


def base_of(workspace):
    return os.environ.get("PYTHONUSERBASE") or os.path.join(workspace, ".python")


def add(workspace):
    """Onto sys.path, before the system's packages, so that a newer version is found first; for children too."""
    os.environ["PYTHONUSERBASE"] = base_of(workspace)
    folder = folder_of(workspace)
    if folder not in sys.path:
        at = next((i for i, entry in enumerate(sys.path) if "-packages" in entry), len(sys.path))
        sys.path.insert(at, folder)
    import site

    site.addsitedir(folder)  # for its .pth files
