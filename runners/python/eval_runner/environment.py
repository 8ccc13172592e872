"""The working directory and environment that requests bring, and what they replaced."""

import os

from . import host


class Environment:
    def __init__(self):
        self._directory = None  # where the first request with a cwd found us
        self._variables = {}  # what the first request that set each name found; None: nothing

    def take_on(self, directory, variables):
        if variables:
            for name, value in variables.items():
                self._variables.setdefault(name, os.environ.get(name))
                _assign(name, value)
        if directory:
            before = working_directory() or host.workspace
            os.chdir(directory)
            if self._directory is None:
                self._directory = before

    def restore(self):
        directory, self._directory = self._directory, None
        variables, self._variables = self._variables, {}
        for name, value in variables.items():
            _assign(name, value)
        if directory is not None:
            try:
                os.chdir(directory)
            except OSError:
                os.chdir(host.workspace)  # it was deleted meanwhile


def _assign(name, value):
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def working_directory():
    """None where it has been deleted."""
    try:
        return os.getcwd()
    except OSError:
        return None
